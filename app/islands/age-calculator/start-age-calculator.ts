import { dayFields } from '#app/browser/day-fields.ts'
import { currentProfile } from '#app/browser/eligibility/stored-profile.ts'
import { element } from '#app/browser/element.ts'
import { presentDay } from '#app/browser/present-day.ts'
import { ageOn, ageText } from '#domain/age.ts'
import { formatDay, type Day } from '#domain/dates.ts'
import { ELIGIBILITY } from '#domain/eligibility/messages.ts'

/** Counts the age while one types. A stored date of birth is filled in. */
export function start(island: HTMLElement): void {
  const born = dayFields('calculated-born')
  const on = dayFields('calculated-on')
  const output = island.querySelector('output')
  if (!output) return
  const calculate = () => {
    output.replaceChildren(...resultOf(born.read().day, on.read().day))
  }
  if (born.read().isEmpty) born.write(currentProfile()?.born ?? null)
  // A saved copy of the page has the day on which it was saved. Only a wrong clock can be before that day.
  const isUsed = island.querySelector('#calculated-on-day:focus') !== null
  if (!isUsed && presentDay() > (on.read().day ?? '')) on.write(presentDay())
  for (const [fields, id] of [
    [born, 'calculated-born'],
    [on, 'calculated-on'],
  ] as const) {
    const group = document.getElementById(id)
    group?.addEventListener('input', () => {
      if (errorOf(fields.read()) === '') fields.showError('')
      calculate()
    })
    group?.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && group.contains(relatedTarget))) fields.showError(errorOf(fields.read()))
    })
  }
  island.querySelector('fieldset')?.removeAttribute('disabled')
  calculate()
}

function resultOf(born: Day | null, on: Day | null): (Node | string)[] {
  if (born === null || on === null) return []
  if (born > on) return [`${formatDay(born)} is after ${formatDay(on)}.`]
  return [element('b', {}, ageText(ageOn(born, on))), `on ${formatDay(on)}`]
}

function errorOf({ day, isEmpty }: { day: Day | null; isEmpty: boolean }): string {
  return day === null && !isEmpty ? ELIGIBILITY.noSuchDay : ''
}
