import { LIST } from '#domain/list-messages.ts'
import { element } from '#app/browser/element.ts'
import { onPage, shownMain } from '#app/browser/shown-page.ts'

/** Shows a button for new notices further up, without moving the content on screen. */
export function offerNewNotices(count: number, show: () => void): void {
  const container = offerContainer()
  const button = element('button', { type: 'button', class: 'button' }, LIST.newNotices(count))
  button.addEventListener('click', () => {
    withdrawOffer()
    show()
    scrollTo({ top: 0 })
  })
  container?.replaceChildren(button)
}

export function withdrawOffer(): void {
  onPage('.new-notices')?.replaceChildren()
}

function offerContainer(): Element | null {
  const main = shownMain()
  const container = onPage('.new-notices')
  if (container || !main) return container ?? null
  const created = element('div', { class: 'new-notices', 'aria-live': 'polite' })
  main.prepend(created)
  return created
}
