import { held } from './install-prompt-event.ts'

/** @returns whether the browser offers to install the site */
export function canInstall(): boolean {
  return held.prompt !== null
}

/** Whether the page runs as the installed app. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** Calls back when the install prompt becomes available or unavailable. */
export function onInstallPromptChange(onChange: () => void): void {
  addEventListener('beforeinstallprompt', onChange)
  addEventListener('appinstalled', () => {
    held.prompt = null
    onChange()
  })
}

/** Shows the install prompt of the browser. It can be used once. */
export async function install(): Promise<void> {
  const { prompt } = held
  held.prompt = null
  await prompt?.prompt()
}

/**
 * Whether visitors have to install through a menu, as on iPhones and iPads. An iPad is a Mac with a touch screen here.
 */
export function installsByHand(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
