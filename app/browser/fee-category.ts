import { readPreference, writePreference } from './user-preferences.ts'
import { allOnPage } from '#app/browser/shown-page.ts'

const NAME = 'fee_category'

/** Stores the category whose fee the visitor has selected, and selects it on the next notice. */
export function startFeeCategory(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest('.category-fee')) writePreference(NAME, target.value)
  })
  // What was selected before this script ran.
  const early = document.querySelector<HTMLInputElement>('.category-fee input:checked:not([checked])')
  if (early) writePreference(NAME, early.value)
  addEventListener('pageshown', () => {
    const chosen = readPreference(NAME)
    const radios = allOnPage<HTMLInputElement>('.category-fee input')
    const radio = typeof chosen === 'string' && radioFor(chosen, radios)
    if (radio) radio.checked = true
  })
}

/** Notices put different categories together: 'SC/ST' is a part of 'SC/ST/EWS'. */
function radioFor(chosen: string, radios: readonly HTMLInputElement[]): HTMLInputElement | undefined {
  const has = (radio: HTMLInputElement, category: string) => radio.value.split('/').includes(category)
  return (
    radios.find(({ value }) => value === chosen) ??
    chosen.split('/').flatMap((category) => radios.find((radio) => has(radio, category)) ?? [])[0]
  )
}
