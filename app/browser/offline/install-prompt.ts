import { deferred } from './install-prompt-event.ts'

/** @returns whether the browser offers to install the site */
export function canInstall(): boolean {
  return deferred.prompt !== null
}

/** Whether the page runs as the installed app. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}

/** Calls back when the install prompt becomes available or unavailable. */
export function onInstallPromptChange(onChange: () => void): void {
  addEventListener('beforeinstallprompt', onChange)
  addEventListener('appinstalled', () => {
    deferred.prompt = null
    onChange()
  })
}

/** Shows the install prompt of the browser. It can be used once. */
export async function install(): Promise<void> {
  const { prompt } = deferred
  deferred.prompt = null
  await prompt?.prompt()
}

/**
 * Whether visitors have to install through a menu, as on iPhones and iPads. The user agent of an iPad is that of a Mac,
 * from which it differs by its touch screen.
 */
export function installsByHand(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
