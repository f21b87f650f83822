/** What Chromium offers when the site can be installed; no standard, so the platform's types do not know it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

/** The offer, while the browser makes one. */
export const held: { prompt: InstallPrompt | null } = { prompt: null }

/**
 * Holds the browser's offer back for the banner: it comes once per page and early, before the banners are loaded, or even
 * before this script is (head-script.ts). The browser adds the same listener only once, so this may be called again.
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
