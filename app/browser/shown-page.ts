/**
 * Pages that a visitor has left stay in the document behind the page on screen, hidden, so that going back only
 * has to show them again: to insert them would take a slow phone 25 to 60 ms for styles and layout. The page on
 * screen is always the first `main`, so `querySelector` and ids find its elements first.
 */

/** Number of pages that stay in the document behind the one on screen; the page that was left longest ago is removed first. */
const BEHIND_MAX = 3

/** @returns the page on screen */
export function shownMain(): HTMLElement | null {
  return document.querySelector('main')
}

/** @returns the first element of the page on screen that matches */
export function onPage<E extends Element = HTMLElement>(selector: string): E | null {
  return shownMain()?.querySelector<E>(selector) ?? null
}

/** @returns all elements of the page on screen that match */
export function allOnPage<E extends Element = HTMLElement>(selector: string): E[] {
  return [...(shownMain()?.querySelectorAll<E>(selector) ?? [])]
}

/** @returns whether a page only says that another one is loading */
export function isPlaceholder({ dataset }: HTMLElement): boolean {
  return 'pending' in dataset
}

/** @returns whether an element is part of the page on screen, its header or its footer */
export function isOnPage(element: Element): boolean {
  return element.isConnected && !element.closest('main[aria-hidden]')
}

/**
 * Shows another page, or one behind the page on screen again; then those before it are removed.
 *
 * @param isReplaced whether the page on screen is not to stay behind it, as a placeholder never does
 */
export function showMain(main: HTMLElement, isReplaced = false): void {
  const before = shownMain()
  if (document.contains(main)) while (shownMain() !== main) shownMain()?.remove()
  else if (!before || isReplaced || isPlaceholder(before)) before?.replaceWith(main)
  else {
    before.before(main)
    before.ariaHidden = 'true'
  }
  main.ariaHidden = null
  document.querySelectorAll('main')[BEHIND_MAX + 1]?.remove()
}
