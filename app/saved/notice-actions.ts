import { element } from '#app/browser/element.ts'

/**
 * The row of buttons below the answer card of a notice or a recruitment, which scripts fill; style sheets reserve its
 * height.
 *
 * @returns null on other pages
 */
export function noticeActions(main: ParentNode): HTMLElement | null {
  const actions = main.querySelector<HTMLElement>('.notice-actions')
  const card = main.querySelector('.notice-answer > :first-child')
  if (actions || !card) return actions
  const created = element('div', { class: 'button-row notice-actions', 'data-local': '' })
  card.after(created)
  return created
}
