import { held } from './held-install-prompt.ts'

/** @returns whether the browser offers to install the site */
export function canInstall(): boolean {
  return held.prompt !== null
}

/** Whether this is the installed app already. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** Calls back after every change of the browser's offer. */
export function onInstallPromptChange(onChange: () => void): void {
  addEventListener('beforeinstallprompt', onChange)
  addEventListener('appinstalled', () => {
    held.prompt = null
    onChange()
  })
}

/** Asks the visitor, in the browser's own words. An offer can be used once. */
export async function install(): Promise<void> {
  const { prompt } = held
  held.prompt = null
  await prompt?.prompt()
}

/** iPhones and iPads install by hand; iPads call themselves Macs, which have no touch screen. */
export function installsByHand(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
