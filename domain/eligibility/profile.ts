import { QUALIFICATIONS, type Qualification } from '#domain/content/qualifications.ts'
import { ALL_INDIA, STATES } from '#domain/content/indian-states.ts'
import { isDay, type Day } from '#domain/dates.ts'
import { PROFILE_FIELD_MAX } from '#domain/limits.ts'
import { isChoice, PERSON_CATEGORIES, PERSON_GENDERS, type PersonCategory, type PersonGender } from './person.ts'

/** What visitors say about themselves. Every answer may be left out. Source: docs/behaviour/eligibility.md#the-answers */
export interface Profile {
  born: Day | null
  category: PersonCategory | null
  /** Persons with benchmark disabilities. */
  isDisabled: boolean
  isExServiceman: boolean
  gender: PersonGender | null
  /** Everything that was passed; a graduate need not name the 12th. */
  qualifications: Qualification[]
  /** Subject of the degree in the visitor's own words: 'Engineering'. */
  field: string | null
  /** Slug of a state: 'bihar'. */
  state: string | null
}

/** Changes when stored answers of before can no longer be read. */
const VERSION = 1

const FIRST_DAY = '1900-01-01'

export const HOME_STATES = STATES.filter(({ value }) => value !== ALL_INDIA)

/** @returns the value to store */
export function storedProfile(profile: Profile): object {
  return { version: VERSION, ...profile }
}

/**
 * Reads stored answers. Another tab, another version or an extension may have written them, so each is checked, and one
 * that cannot be right counts as not given.
 *
 * @returns null when nothing usable is stored
 */
export function readProfile(stored: unknown): Profile | null {
  if (typeof stored !== 'object' || stored === null) return null
  const given = stored as Record<string, unknown>
  if (given['version'] !== VERSION) return null
  const profile = profileOf(given)
  return hasAnswer(profile) ? profile : null
}

/** @returns the valid ones of the answers */
export function profileOf(given: Record<string, unknown>): Profile {
  const { born, category, gender, state, field } = given
  const held = Array.isArray(given['qualifications']) ? (given['qualifications'] as unknown[]) : []
  return {
    born: isBirthday(born) ? born : null,
    category: isChoice(PERSON_CATEGORIES, category) ? category : null,
    isDisabled: given['isDisabled'] === true,
    isExServiceman: given['isExServiceman'] === true,
    gender: isChoice(PERSON_GENDERS, gender) ? gender : null,
    qualifications: QUALIFICATIONS.map(({ value }) => value).filter((value) => held.includes(value)),
    field: typeof field === 'string' ? field.trim().slice(0, PROFILE_FIELD_MAX) || null : null,
    state: isChoice(HOME_STATES, state) ? state : null,
  }
}

/** @returns whether a value is a day on which somebody who applies may be born */
export function isBirthday(value: unknown): value is Day {
  return isDay(value) && value >= FIRST_DAY
}

/** @returns whether anything is known of the visitor */
export function hasAnswer({ qualifications, ...others }: Profile): boolean {
  return qualifications.length > 0 || Object.values(others).some((answer) => answer !== null && answer !== false)
}
