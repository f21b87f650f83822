import { LIST } from '#domain/messages.ts'
import { element } from '#app/browser/element.ts'

/** Says that there is something new further up, without moving what is being read. */
export function offerNewNotices(count: number, show: () => void): void {
  const place = placeOf()
  const button = element('button', { type: 'button', class: 'button' }, LIST.newNotices(count))
  button.addEventListener('click', () => {
    withdrawOffer()
    show()
    scrollTo({ top: 0 })
  })
  place?.replaceChildren(button)
}

export function withdrawOffer(): void {
  document.querySelector('.new-notices')?.replaceChildren()
}

function placeOf(): Element | null {
  const main = document.querySelector('main')
  const place = main?.querySelector('.new-notices')
  if (place || !main) return place ?? null
  const made = element('div', { class: 'new-notices', 'aria-live': 'polite' })
  main.prepend(made)
  return made
}
