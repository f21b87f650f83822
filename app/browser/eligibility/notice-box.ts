import { element } from '#app/browser/element.ts'
import type { Eligibility } from '#domain/eligibility/eligibility.ts'
import { ANSWERS } from '#domain/eligibility/messages.ts'
import { answerIcon } from './show-mark.ts'

/** Shows the answer for the notice of the page, with all criteria when it is opened; or removes it. */
export function showNoticeBox(container: HTMLElement, decided: Eligibility | null): void {
  const shown = container.querySelector<HTMLDetailsElement>(':scope > details')
  const text = JSON.stringify(decided)
  if (shown?.dataset['mark'] === text) return
  const hasFocus = shown?.contains(document.activeElement) ?? false
  const isOpen = shown?.open ?? false
  shown?.remove()
  if (!decided) return
  const box = boxOf(decided)
  box.dataset['mark'] = text
  box.open = isOpen
  container.prepend(box)
  if (hasFocus) box.querySelector('summary')?.focus({ preventScroll: true })
}

function boxOf({ answer, reason, criteria }: Eligibility): HTMLDetailsElement {
  const summary = element(
    'summary',
    {},
    answerIcon(answer),
    element('b', {}, ANSWERS[answer]),
    element('span', {}, reason),
  )
  const rows = criteria.map((criterion) =>
    element(
      'li',
      { class: criterion.answer },
      answerIcon(criterion.answer),
      element('b', {}, `${criterion.name}: ${ANSWERS[criterion.answer].toLowerCase()}`),
      element('span', {}, criterion.reason),
    ),
  )
  return element('details', { class: `eligibility-box ${answer}` }, summary, element('ul', {}, ...rows))
}
