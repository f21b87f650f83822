import type { FactShown } from '#app/ui/fact-list.tsx'
import { ageLimit } from '#domain/age-limit.ts'
import type { Notice } from '#domain/content/notice.ts'
import { firstText } from '#domain/content/notice-columns.ts'
import { statedFacts } from '#domain/content/stated-facts.ts'
import type { Fact } from '#domain/content/content-kind.ts'
import { formatDay, knownDay, relativeDay, type Day } from '#domain/dates.ts'
import { isFactTable } from '#domain/eligibility/facts.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'

/** Characters of a value that fit into half of the card's width. */
const HALF_WIDTH = 18

/** @returns the known facts for the answer card, including the age limit */
export function noticeFacts({ kind, notice, today }: NoticeSectionProps): FactShown[] {
  const limit = ageLimit(notice)
  const age: FactShown | null = limit && {
    label: 'Age',
    value: limit.range,
    note: limit.relaxation ? 'relaxation as per rules' : null,
  }
  const facts = kind.facts.map((fact) => factShown(fact, firstText(notice, fact.fields), today))
  const stated = statedFacts(notice).map(({ label, value }): FactShown => ({
    label,
    value,
    isText: value.length > HALF_WIDTH,
  }))
  const known = [...facts, age, ...stated, isFactTable(kind.table) ? unstated(notice) : null].filter(
    (fact) => fact !== null,
  )
  return [...known.filter(({ isText }) => !isText), ...known.filter(({ isText }) => isText)]
}

/** Of what applicants need first, its absence is said, too. */
function unstated(notice: Notice): FactShown | null {
  if (firstText(notice, ['eligibility']) || notice.qualifications) return null
  return { label: 'Qualification', value: 'Not stated' }
}

function factShown({ label, show }: Fact, value: string | null, today: Day): FactShown | null {
  if (value === null) return null
  if (show === 'text') return { label, value, isText: true }
  if (show === 'number') return { label, value: formatNumber(Number(value)) }
  const day = knownDay(value)
  return day ? { label, value: formatDay(day), note: relativeDay(day, today) } : { label, value }
}
