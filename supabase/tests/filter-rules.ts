/** What filters mean, as plain rules that look at one notice after the other, and random notices and filters. */
import fc from 'fast-check'
import { applicationState } from '#domain/application-state.ts'
import { APPLICANT_CATEGORIES } from '#domain/content/categories-of-applicants.ts'
import { FACET_NAMES, FACETS, type Facet, type Filters } from '#domain/content/filters.ts'
import { includes, isQualification, QUALIFICATIONS, type Qualification } from '#domain/content/qualifications.ts'
import { ALL_INDIA } from '#domain/content/indian-states.ts'

export const TODAY = '2026-11-22'

/** What filters and orders of notices depend on. */
export interface Job {
  /** Jobs without one. */
  table?: string
  id: number
  title: string
  slug: string
  status: string | null
  list_rank: number
  posted: number
  organization: string | null
  qualifications: Qualification[] | null
  states: string[] | null
  age_min: number | null
  age_max: number | null
  total_posts: number | null
  fee_general: number | null
  fee_sc_st: number | null
  fee_female: number | null
  category_fees: Record<string, number> | null
  category_vacancies: Record<string, number> | null
  apply_start_date: string | null
  apply_end_date: string | null
}

/** A value, or null for a notice that does not state it. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 })
const some = <T>(values: readonly T[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })
export const values = (choices: readonly { value: string }[]) => choices.map(({ value }) => value)
const byCategory = (most: number) =>
  fc.dictionary(fc.constantFrom(...values(APPLICANT_CATEGORIES)), fc.constantFrom(0, most), { minKeys: 1, maxKeys: 3 })
const day = (from: number, to: number) =>
  fc
    .integer({ min: from, max: to })
    .map((days) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10))
const fewStates = ['bihar', 'goa', 'uttar-pradesh']

export const facts = fc.record({
  status: fc.constantFrom('active', 'active', 'Start', null, 'inactive'),
  organization_id: maybe(fc.integer({ min: 1, max: 4 })),
  qualifications: maybe(some(values(QUALIFICATIONS), 2)),
  states: maybe(fc.oneof(some(fewStates, 2), fc.constant([ALL_INDIA]))),
  age_min: maybe(fc.integer({ min: 17, max: 22 })),
  age_max: maybe(fc.integer({ min: 21, max: 40 })),
  total_posts: maybe(fc.constantFrom(0, 3, 9, 10, 99, 150, 700, 6_000)),
  fee_general: maybe(fc.constantFrom(0, 100)),
  fee_sc_st: maybe(fc.constantFrom(0, 50)),
  fee_female: maybe(fc.constantFrom(0, 50)),
  category_fees: maybe(byCategory(25)),
  category_vacancies: maybe(byCategory(7)),
  apply_start_date: maybe(day(-30, 5)),
  apply_end_date: maybe(day(-10, 20)),
  is_featured: fc.constantFrom(false, false, false, true),
  created_at: fc.constantFrom('2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00.000001Z'),
})

/** The fee of a category, as rows of fees say it: its own, that of its group, or the general one. */
function feeOf(job: Job, category: string): number | null {
  const group = { female: job.fee_female, ews: job.fee_sc_st, sc: job.fee_sc_st, st: job.fee_sc_st }[category] ?? null
  return job.category_fees?.[category] ?? group ?? job.category_fees?.['general'] ?? job.fee_general
}

function isFree(job: Job, category: string | undefined): boolean | null {
  const fees = (category ? [category] : values(APPLICANT_CATEGORIES)).map((each) => feeOf(job, each))
  if (fees.some((fee) => fee !== null && fee > 0)) return false
  return fees.includes(null) ? null : true
}

export const stateOf = (job: Job) =>
  applicationState({ start: job.apply_start_date, end: job.apply_end_date, link: null }, TODAY).name

/** Whether a notice matches a filter; null when it does not state the fact. The plain rules, one row at a time. */
function matches(job: Job, [facet, value]: [Facet, string], category: string | undefined): boolean | null {
  const daysLeft = job.apply_end_date && (Date.parse(job.apply_end_date) - Date.parse(TODAY)) / 86_400_000
  switch (facet) {
    case 'qualification':
      return (
        job.qualifications && isQualification(value) && job.qualifications.some((wanted) => includes(value, wanted))
      )
    case 'state':
      return job.states && (job.states.includes(value) || job.states.includes(ALL_INDIA))
    case 'organization':
      return job.organization === value
    case 'age':
      if (job.age_min === null && job.age_max === null) return null
      return Number(value) >= (job.age_min ?? 0) && Number(value) <= (job.age_max ?? 999)
    case 'category':
      return job.category_vacancies && (job.category_vacancies[value] ?? 0) > 0
    case 'fee':
      return isFree(job, category)
    case 'closing':
      return typeof daysLeft === 'number' && daysLeft >= 0 && daysLeft <= { today: 0, '3-days': 3, week: 7 }[value]!
    case 'application':
      return { ended: 'closed', 'not-started': 'soon', 'link-pending': 'open', active: 'open' }[stateOf(job)] === value
    case 'vacancies':
      return job.total_posts === null ? null : job.total_posts >= Number(value)
  }
}

const isChosen = (entry: [string, string | undefined]): entry is [Facet, string] => entry[1] !== undefined
const entriesOf = (filters: Filters) => (Object.entries(filters) as [Facet, string | undefined][]).filter(isChosen)

/** Whether all filters accept a notice. */
export function fits(job: Job, filters: Filters, unstated: boolean): boolean {
  return entriesOf(filters).every(([facet, value]) => matches(job, [facet, value], filters.category) ?? unstated)
}

const choice = (facet: Facet) =>
  ({
    organization: fc.constantFrom('body-1', 'body-2'),
    age: fc.integer({ min: 15, max: 45 }).map(String),
    state: fc.constantFrom(...fewStates, ALL_INDIA),
  })[facet as string] ?? fc.constantFrom(...values(FACETS[facet].choices))
export const anyFilters: fc.Arbitrary<Filters> = fc
  .uniqueArray(fc.constantFrom(...FACET_NAMES), { maxLength: 4 })
  .chain((chosen) => fc.record(Object.fromEntries(chosen.map((facet) => [facet, choice(facet)]))))
export const compare = (one: readonly number[], other: readonly number[]) => {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** The key by which an order sorts notices: smaller keys first. */
export function sortKey(job: Job, sort: string): number[] {
  const isClosed = stateOf(job) === 'ended'
  const end = job.apply_end_date ? Date.parse(job.apply_end_date) : Number.MAX_SAFE_INTEGER
  if (sort === 'closing') return isClosed ? [1, -end, -job.id] : [0, end, job.id]
  const keys = sort === 'vacancies' ? [-(job.total_posts ?? -1), -job.id] : [-job.list_rank, -job.posted, -job.id]
  return [Number(isClosed), ...keys]
}

/** Texts that are typed, with the notices that have their meaning; null: no other than those that contain the text. */
export const TEXTS: Record<string, ((job: Job) => boolean) | null> = {
  rail: null,
  'bank 31': null,
  nothingness: null,
  railwai: ({ title }) => /railway/i.test(title),
  'matric bank': ({ title, qualifications }) => /bank/i.test(title) && (qualifications ?? []).includes('10th'),
  // 'Bank job': every job is one, and an admission only with the word.
  'बैंक नौकरी': ({ title, table }) => /bank/i.test(title) && table !== 'admissions',
  'constable gd': ({ title }) => /gd/i.test(title) && /constable/i.test(title),
  gdconstable: ({ title }) => /gd constable/i.test(title),
  ssc: ({ title }) => /\bssc\b|staff selection commission/i.test(title),
}

/** Titles that have the texts: many, few or in other words. */
export function titleOf(n: number): string {
  if (n % 20 === 0) return n === 0 ? 'Constable GD' : `GD Constable ${n}`
  if (n % 20 === 1) return n % 40 === 1 ? `SSC ${n}` : `Staff Selection Commission ${n}`
  return `${n % 3 === 0 ? 'Railway' : 'Bank'} ${n}`
}

/** What a text finds among notices: those that contain it, and if fewer than three do, those with its meaning. */
export function foundBy(jobs: readonly Job[], text: string) {
  const contains = ({ title }: Job) => title.toLowerCase().includes(text)
  const meaning = (job: Job) => !contains(job) && (TEXTS[text]?.(job) ?? false)
  const isMeant = jobs.filter(contains).length < 3
  return { contains, meaning, isMeant, finds: (job: Job) => contains(job) || (isMeant && meaning(job)) }
}
