import type { Locator } from '@playwright/test'

/**
 * Makes a dialog higher than what it contains, as WebKit does with one that is a grid: it ignores the height of
 * `fit-content` that browsers give to a modal dialog.
 *
 * @returns the heights of its parts before and after
 */
export function stretchDialog(dialog: Locator): Promise<{ before: number[]; after: number[] }> {
  return dialog.evaluate((box: HTMLElement) => {
    const heights = () => Array.from(box.children, (part) => Math.round(part.getBoundingClientRect().height))
    const before = heights()
    box.style.height = box.style.maxHeight = `${box.offsetHeight + 300}px`
    return { before, after: heights() }
  })
}
