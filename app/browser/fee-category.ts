import { readPreference, writePreference } from './user-preferences.ts'

const NAME = 'fee_category'

/** Stores the category whose fee the visitor has selected, and selects it on the next notice. */
export function startFeeCategory(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest('.category-fee')) writePreference(NAME, target.value)
  })
  addEventListener('pageshown', () => {
    const chosen = readPreference(NAME)
    for (const radio of document.querySelectorAll<HTMLInputElement>('.category-fee input')) {
      if (radio.value === chosen) radio.checked = true
    }
  })
}
