/**
 * Corrects the scroll position in Firefox after Back and Forward: it scrolls to the position that it has stored for the
 * history entry, although the page has restored what was on screen. The two differ when the window has another width, or
 * heights were estimates. The correction comes before the next frame, so that nothing moves on screen.
 */
export function startScrollOfHistory(): void {
  window.navigation?.addEventListener('navigatesuccess', () => {
    if (navigation.transition?.navigationType !== 'traverse') return
    const restored = scrollY
    requestAnimationFrame(() => scrollY !== restored && scrollTo(0, restored))
  })
}
