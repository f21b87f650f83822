/** Calls back when a navigation of this window begins: by a link, by the history, or to another document. */
export function onNavigationStart(handler: () => void): void {
  window.navigation?.addEventListener('navigate', ({ info, navigationType, destination }) => {
    const isReplaceState = navigationType === 'replace' && destination.sameDocument
    // With info, the page has been fetched, and the navigation began earlier.
    if (!info && !isReplaceState) handler()
  })
  addEventListener('pagehide', handler)
}
