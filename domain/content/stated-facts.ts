import { labelOf, type Choice } from './choice.ts'
import { GENDERS } from './genders.ts'
import type { NoticeCard } from './notice.ts'
import { firstText } from './notice-columns.ts'
import { QUALIFICATIONS } from './qualifications.ts'
import { STATES } from './indian-states.ts'

interface StatedFact {
  label: string
  value: string
}

const list = (type: 'conjunction' | 'disjunction') => new Intl.ListFormat('en-GB', { type })

/**
 * @returns what a notice states about applicants in a few words each, without ages, numbers and fees.
 * Source: docs/behaviour/facts.md#facts-on-pages
 */
export function statedFacts(notice: NoticeCard): StatedFact[] {
  const states = labelsOf(STATES, notice.states)
  const location = firstText(notice, ['location'])
  const places = list('conjunction').format(states)
  const facts: [label: string, value: string | null | undefined][] = [
    ['Qualification', qualification(notice)],
    [location ? 'States' : 'Location', places === location ? null : places],
    ['Post group', notice.post_group],
    ['Open to', notice.gender && labelOf(GENDERS, notice.gender)],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** @returns '12th pass, Diploma or Graduate in Engineering'; null when the notice states none */
function qualification({ qualifications, graduate_fields }: NoticeCard): string | null {
  const names = list('disjunction').format(labelsOf(QUALIFICATIONS, qualifications))
  if (!names) return null
  const subjects = list('disjunction').format(graduate_fields ?? [])
  return subjects ? `${names} in ${subjects}` : names
}

function labelsOf(choices: readonly Choice[], values: readonly string[] | null | undefined): string[] {
  return (values ?? []).map((value) => labelOf(choices, value))
}
