/** Moves focus to the heading of the page, so that a screen reader announces it. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
