import { numbersByCategory, type NumbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { GENDERS, type Gender } from '#domain/content/genders.ts'
import { isQualification, type Qualification } from '#domain/content/qualifications.ts'
import { knownDay, type Day } from '#domain/dates.ts'
import type { Tables } from '#supabase/database-types.ts'
import { isChoice } from './person.ts'

/** What a notice says about who may apply; null and empty mean that it does not say. */
export interface EligibilityFacts {
  /** Each suffices on its own. */
  qualifications: Qualification[]
  /** Subjects of the degree; each suffices. */
  fields: string[]
  states: string[]
  gender: Gender | null
  ageMin: number | null
  ageMax: number | null
  /** The day on which the age counts. */
  ageDay: Day | null
  lastDate: Day | null
  /** Years by which people of a category may be older. */
  relaxations: NumbersByCategory | null
  /** Whether anyone may be older. */
  isRelaxed: boolean | null
}

/**
 * Tables whose notices have facts. A test compares them with the forms of the kinds, which are too large for the scripts
 * of visitors. The first field of the last date that is set counts.
 */
export const FACT_TABLES = {
  jobs: { folder: '/jobs', lastDate: ['apply_end_date'] },
  admissions: { folder: '/admissions', lastDate: ['apply_end_date', 'application_end'] },
} as const

export type FactTable = keyof typeof FACT_TABLES

/** @returns whether the notices of a table have facts */
export function isFactTable(table: unknown): table is FactTable {
  return typeof table === 'string' && Object.hasOwn(FACT_TABLES, table)
}

/** Columns of a notice from which its facts are read. */
export function factColumns(table: FactTable): string[] {
  return [...SHARED_COLUMNS, ...FACT_TABLES[table].lastDate]
}

const SHARED_COLUMNS = [
  'id',
  'slug',
  'qualifications',
  'graduate_fields',
  'states',
  'gender',
  'age_min',
  'age_max',
  'age_as_on',
  'age_relaxation',
  'age_relaxations',
] as const satisfies readonly (keyof Tables<'jobs'> & keyof Tables<'admissions'>)[]

/** A notice with these columns. A copy that the browser has stored may hold anything, so every value is checked. */
export type FactRow = Readonly<
  Partial<Record<(typeof SHARED_COLUMNS | (typeof FACT_TABLES)[FactTable]['lastDate'])[number], unknown>>
>

/** @returns the facts that a row states */
export function readFacts(table: FactTable, row: FactRow): EligibilityFacts {
  const { gender, age_relaxation: isRelaxed, age_relaxations: relaxations } = row
  return {
    qualifications: texts(row.qualifications).filter(isQualification),
    fields: texts(row.graduate_fields),
    states: texts(row.states),
    gender: isChoice(GENDERS, gender) ? gender : null,
    ageMin: years(row.age_min),
    ageMax: years(row.age_max),
    ageDay: knownDay(row.age_as_on),
    lastDate: FACT_TABLES[table].lastDate.map((field) => knownDay(row[field])).find((day) => day !== null) ?? null,
    relaxations: typeof relaxations === 'object' && relaxations !== null ? numbersByCategory(relaxations) : null,
    isRelaxed: typeof isRelaxed === 'boolean' ? isRelaxed : null,
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
}

/** More years than anyone lives are no limit that can be computed. */
const YEARS_MAX = 150

function years(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= YEARS_MAX ? value : null
}
