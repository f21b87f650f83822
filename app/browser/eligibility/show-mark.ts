import { drawing, element } from '#app/browser/element.ts'
import type { Answer } from '#domain/eligibility/criterion.ts'
import type { Eligibility } from '#domain/eligibility/eligibility.ts'
import { ANSWERS } from '#domain/eligibility/messages.ts'

const DRAWINGS: Record<Answer, string> = {
  yes: 'm5 12.5 4.5 4.5L19 7.5',
  no: 'm6 6 12 12M18 6 6 18',
  check: 'M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 2.3m0 3v.1',
}

/** Writes the answer with its reason into a row, or removes it. */
export function showMark(row: HTMLElement, decided: Eligibility | null): void {
  const shown = row.querySelector<HTMLElement>(':scope > .eligibility-mark')
  if (!decided) return shown?.remove()
  if (shown && shown.dataset['mark'] === decided.answer + decided.reason) return
  shown?.remove()
  const { answer, reason } = decided
  // Not a paragraph: a live update would take it for one of the row.
  row.append(
    element(
      'small',
      { class: `eligibility-mark ${answer}`, 'data-mark': answer + reason },
      drawing(DRAWINGS[answer]),
      element('b', {}, ANSWERS[answer]),
      element('span', {}, `: ${reason}`),
    ),
  )
}

/** @returns the icon of an answer */
export function answerIcon(answer: Answer): SVGElement {
  return drawing(DRAWINGS[answer])
}
