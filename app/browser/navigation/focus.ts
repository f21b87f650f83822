import { onPage } from '#app/browser/shown-page.ts'

/** Moves focus to the heading of the page, so that a screen reader announces it. */
export function focusHeading(): void {
  onPage('h1')?.focus({ preventScroll: true })
}

/**
 * @returns the control of the page on screen that corresponds to a control of the previous page, so that the focus stays
 *   on the filter that was chosen
 */
export function sameControl(before: Element | null): HTMLElement | null {
  if (!(before instanceof HTMLButtonElement || before instanceof HTMLInputElement)) return null
  // It closes the filters, so their result is shown from its heading.
  if (before.dataset['apply'] !== undefined) return null
  const { localName, name, value } = before
  const selector = name ? `${localName}[name="${name}"][value="${CSS.escape(value)}"]` : `${localName}:not([name])`
  return onPage(`form ${selector}`)
}
