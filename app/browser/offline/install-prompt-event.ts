/** The event of Chromium for a site that can be installed. It is no standard, so the DOM types do not include it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

/** The install prompt of the browser, deferred until it is used; null while there is none. */
export const deferred: { prompt: InstallPrompt | null } = { prompt: null }

/**
 * Defers the install prompt of the browser until the banner shows it. The event is dispatched once per page, before the
 * banners are loaded and possibly before this script is (head-script.ts). Calling this again has no effect, because the
 * browser adds the same listener only once.
 */
export function deferInstallPrompt(): void {
  const { earlyInstallPrompt } = window as { earlyInstallPrompt?: Event }
  if (earlyInstallPrompt) defer(earlyInstallPrompt)
  addEventListener('beforeinstallprompt', defer)
}

function defer(event: Event): void {
  event.preventDefault()
  deferred.prompt = event as InstallPrompt
}
