/** The event of Chromium for a site that can be installed. It is no standard, so the DOM types do not include it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

/** The prompt of the browser, while there is one. */
export const held: { prompt: InstallPrompt | null } = { prompt: null }

/**
 * Defers the install prompt of the browser until the banner shows it. The event is dispatched once per page, before the
 * banners are loaded and possibly before this script is (head-script.ts). Calling this again has no effect, because the
 * browser adds the same listener only once.
 */
export function holdInstallPrompt(): void {
  const { earlyInstallPrompt } = window as { earlyInstallPrompt?: Event }
  if (earlyInstallPrompt) hold(earlyInstallPrompt)
  addEventListener('beforeinstallprompt', hold)
}

function hold(event: Event): void {
  event.preventDefault()
  held.prompt = event as InstallPrompt
}
