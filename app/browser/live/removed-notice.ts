import { element } from '#app/browser/element.ts'
import { onPage, shownMain } from '#app/browser/shown-page.ts'
import { MISSING_PAGE } from '#domain/missing-page.ts'

/**
 * Says above an open page of a notice that the notice was removed. Its text stays on screen; the line goes when the
 * notice is public again.
 *
 * @param status HTTP status with which the server answers for the page on screen
 */
export function showRemoval(status: number): void {
  const line = onPage('.removed-notice')
  const main = shownMain()
  if (status !== 404 && status !== 410) return line?.remove()
  if (line || main?.dataset['notice'] === undefined) return
  const text = element('p', {}, MISSING_PAGE.removed)
  main.prepend(element('div', { class: 'unreachable removed-notice', role: 'alert', 'data-local': '' }, text))
}
