import { countOf, formatNumber } from '#domain/numbers.ts'
import { APPLICANT_CATEGORIES } from './categories-of-applicants.ts'
import type { Choice } from './choice.ts'
import { QUALIFICATIONS } from './qualifications.ts'
import { STATES } from './indian-states.ts'

/** What lists can be filtered by. */
export type Facet =
  | 'qualification'
  | 'state'
  | 'organization'
  | 'age'
  | 'category'
  | 'fee'
  | 'closing'
  | 'application'
  | 'vacancies'

/** The chosen filters; of `organization` the slug, of `age` the years, of the others a value of their choices. */
export type Filters = Partial<Record<Facet, string>>

export type Sort = 'newest' | 'closing' | 'vacancies'

/** Vacancies from which notices can be filtered. The database has the same in published.vacancy_steps(). */
export const VACANCY_STEPS = [10, 100, 500, 1_000, 5_000]

export const AGE_MAX = 99

const vacancies = (least: number) => `${formatNumber(least)} or more`

interface FacetSpec {
  label: string
  /** The choices that do not depend on the notices. */
  choices: readonly Choice[]
  /** What a notice lacks that does not state it: 'a qualification'; without this every notice states it. */
  lacking?: string
  /** Whether what it finds changes with the day. */
  isOfDay?: true
  /** A chosen value as others read it: 'Age 27'. */
  chip?: (label: string) => string
}

/** The filters in the order of the form and of addresses. Source: docs/behaviour/finding.md#filters */
export const FACETS: Record<Facet, FacetSpec> = {
  qualification: { label: 'Qualification', choices: QUALIFICATIONS, lacking: 'a qualification' },
  state: { label: 'State', choices: STATES, lacking: 'a state' },
  organization: { label: 'Organization', choices: [] },
  age: { label: 'Your age', choices: [], lacking: 'an age', chip: (age) => `Age ${age}` },
  category: {
    label: 'Posts reserved for',
    choices: APPLICANT_CATEGORIES,
    lacking: 'posts by category',
    chip: (category) => `Posts for ${category}`,
  },
  fee: { label: 'Fee', choices: [{ value: 'free', label: 'No fee' }], lacking: 'a fee' },
  closing: {
    label: 'Last date',
    isOfDay: true,
    choices: [
      { value: 'today', label: 'Today' },
      { value: '3-days', label: 'Within 3 days' },
      { value: 'week', label: 'Within a week' },
    ],
    chip: (when) => `Closing ${when.toLowerCase()}`,
  },
  application: {
    label: 'Applications',
    isOfDay: true,
    choices: [
      { value: 'open', label: 'Open' },
      { value: 'soon', label: 'Not begun' },
      { value: 'closed', label: 'Closed' },
    ],
    chip: (state) => `Applications ${state.toLowerCase()}`,
  },
  vacancies: {
    label: 'Vacancies',
    choices: VACANCY_STEPS.map((least) => ({ value: String(least), label: vacancies(least) })),
    lacking: 'the number of posts',
    chip: (least) => `${least} posts`,
  },
}

export const FACET_NAMES = Object.keys(FACETS) as Facet[]

export const SORTS: readonly Choice<Sort>[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'closing', label: 'Closing soonest' },
  { value: 'vacancies', label: 'Most vacancies' },
]

/**
 * @param usual the order where none is chosen, which is one of SORTS or a label. It is sent without its name, because it
 *   may depend on the filters of the same form
 * @returns the orders that a form offers
 */
export function sortChoices(facets: readonly Facet[], usual: Sort | { label: string }): Choice[] {
  const offered = SORTS.filter(({ value }) => value !== 'vacancies' || facets.includes(value))
  const own = typeof usual === 'object' ? [{ value: '', label: usual.label }] : []
  return [...own, ...offered.map(({ value, label }) => ({ value: value === usual ? '' : value, label }))]
}

/** @returns the order of a filtered list where none is chosen */
export function defaultSort({ closing }: Filters): Sort {
  return closing ? 'closing' : 'newest'
}

/** @returns a value as it is filtered by, or null when it is none of the facet's. Organizations are not looked up. */
export function readChoice(facet: Facet, written: string | null): string | null {
  const value = written?.trim() ?? ''
  if (facet === 'age') return /^\d{1,2}$/.test(value) && Number(value) > 0 ? String(Number(value)) : null
  if (facet === 'organization') return /^[a-z0-9][a-z0-9-]{0,99}$/.test(value) ? value : null
  return FACETS[facet].choices.some((choice) => choice.value === value) ? value : null
}

/**
 * @param organization name of the chosen organization
 * @returns a chosen filter in words: '10th pass', 'Age 27', 'Closing within a week'
 */
export function choiceText(facet: Facet, value: string, organization: string | null = null): string {
  const { choices, chip } = FACETS[facet]
  const label = choices.find((choice) => choice.value === value)?.label ?? value
  if (facet === 'organization') return organization ?? label
  return chip?.(label) ?? label
}

/** Made at the first use, because it takes longer than the rest of a line of filters. */
let alternatives: Intl.ListFormat | undefined

/**
 * @param unstated number of notices
 * @returns what they do not state: '12 jobs do not state a qualification or a state'
 */
export function unstatedText(filters: Filters, unstated: number, words: { singular: string; plural: string }): string {
  const lacking = FACET_NAMES.flatMap((facet) => (filters[facet] && FACETS[facet].lacking) || [])
  alternatives ??= new Intl.ListFormat('en-GB', { type: 'disjunction' })
  const list = alternatives.format(lacking)
  const cap = Number.POSITIVE_INFINITY
  return `${countOf(unstated, { ...words, cap })} ${unstated === 1 ? 'does' : 'do'} not state ${list}`
}
