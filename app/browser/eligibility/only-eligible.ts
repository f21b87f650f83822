import { element } from '#app/browser/element.ts'
import { ELIGIBILITY } from '#domain/eligibility/messages.ts'
import { setOnlyEligible, showsOnlyEligible } from './stored-profile.ts'
import { allOnPage, onPage } from '#app/browser/shown-page.ts'

/** Rows that say 'Not eligible'; the stylesheet hides them by the same selector. */
const EXCLUDED = 'li[data-id]:has(> .eligibility-mark.no)'

/** Adds the choice to hide rows beside the link of a list, and updates how many are hidden; or removes it. */
export function showOnlyEligible(isOffered: boolean): void {
  const container = onPage('.am-i-eligible:not(.notice-facts)')
  const shown = container?.querySelector<HTMLElement>(':scope > .only-eligible')
  if (!container || !isOffered || !CSS.supports('selector(:has(a))')) return shown?.remove()
  const choice = shown ?? container.appendChild(choiceOf())
  const isOnly = showsOnlyEligible()
  const box = choice.querySelector('input')
  const status = choice.querySelector('output')
  if (box) box.checked = isOnly
  const text = isOnly ? ELIGIBILITY.hidden(allOnPage(EXCLUDED).length) : ''
  if (status && status.textContent !== text) status.textContent = text
}

/** For the whole document, because a page that was restored from its HTML has a choice without listeners. */
export function followOnlyEligible(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('.only-eligible')) return
    setOnlyEligible(target.checked)
    showOnlyEligible(true)
  })
}

function choiceOf(): HTMLElement {
  const box = element('input', { type: 'checkbox' })
  const words = element('span', {}, ELIGIBILITY.only)
  const label = element('label', {}, words, box)
  return element('div', { class: 'only-eligible', 'data-mark': '' }, label, element('output'))
}
