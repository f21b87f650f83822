/**
 * Firefox scrolls to the position that it has stored for a history entry after a page was swapped in, although the page
 * restores its position itself: where heights were estimates, or the window has another width since, it would show
 * something else. The frame has not been drawn yet, so nothing moves.
 */
export function startScrollOfHistory(): void {
  window.navigation?.addEventListener('navigatesuccess', () => {
    if (navigation.transition?.navigationType !== 'traverse') return
    const restored = scrollY
    requestAnimationFrame(() => scrollY !== restored && scrollTo(0, restored))
  })
}
