import { readPreference, writePreference } from './user-preferences.ts'

const NAME = 'fee_category'

/** Remembers the category whose fee the reader looks at, from one notice to the next. */
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
