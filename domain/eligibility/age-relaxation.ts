import {
  APPLICANT_CATEGORIES,
  type ApplicantCategory,
  type NumbersByCategory,
} from '#domain/content/categories-of-applicants.ts'
import { labelOf } from '#domain/content/choice.ts'
import { ALL_INDIA } from '#domain/content/indian-states.ts'
import type { EligibilityFacts } from './facts.ts'
import type { Profile } from './profile.ts'

/** By how much a visitor may be older than the age limit. */
export interface Relaxation {
  years: number
  /** Whom the years are for: 'OBC and PwD'; empty without any. */
  holders: string
  /** Why more years are possible than are counted here; null when there are none. */
  further: string | null
  /** Why the years may not count; null when they do. */
  doubt: string | null
}

/**
 * Source: docs/behaviour/eligibility.md#age-relaxation
 *
 * @returns the relaxation for a visitor, from what the notice states
 */
export function ageRelaxation(profile: Profile, facts: EligibilityFacts): Relaxation {
  const { category } = profile
  const stated = facts.relaxations ?? {}
  const own = largest(stated, [category, profile.gender === 'female' && 'female'])
  const added = largest(stated, [profile.isDisabled && 'pwd', profile.isExServiceman && 'ex_servicemen'])
  const counted = [own, added].filter((one) => one !== null)
  return {
    years: counted.reduce((sum, { years }) => sum + years, 0),
    holders: counted.map((one) => labelOf(APPLICANT_CATEGORIES, one.category)).join(' and '),
    further: furtherYears(profile, facts),
    doubt: own !== null && own.category !== 'female' ? doubtOutside(profile, facts) : null,
  }
}

interface YearsOf {
  category: ApplicantCategory
  years: number
}

function largest(stated: NumbersByCategory, categories: (ApplicantCategory | false | null)[]): YearsOf | null {
  return categories
    .filter((category): category is ApplicantCategory => category !== false && category !== null)
    .map((category) => ({ category, years: stated[category] ?? 0 }))
    .filter(({ years }) => years > 0)
    .reduce<YearsOf | null>((most, one) => (most && most.years >= one.years ? most : one), null)
}

function furtherYears(profile: Profile, { relaxations, isRelaxed }: EligibilityFacts): string | null {
  if (relaxations === null && isRelaxed === false) return null
  const has = (category: ApplicantCategory) => (relaxations === null ? false : (relaxations[category] ?? 0) > 0)
  if (profile.isExServiceman && (relaxations === null || has('ex_servicemen')))
    return 'years in the forces are deducted'
  if (relaxations === null) {
    const reserved = (['obc', 'sc', 'st'] as const).find((category) => category === profile.category)
    const holder = profile.isDisabled ? 'pwd' : reserved
    if (holder) return `relaxation for ${labelOf(APPLICANT_CATEGORIES, holder)} is not stated in years`
    return profile.category === null ? 'your category is not given' : null
  }
  if (profile.category === null && (['ews', 'obc', 'sc', 'st'] as const).some(has)) return 'your category is not given'
  return profile.gender === null && has('female') ? 'your gender is not given' : null
}

/** States give relaxation to their own people; others are usually treated as General. */
function doubtOutside({ state, category }: Profile, { states }: EligibilityFacts): string | null {
  if (state === null || states.length === 0 || states.includes(ALL_INDIA) || states.includes(state)) return null
  return `relaxation for ${labelOf(APPLICANT_CATEGORIES, category ?? '')} is usually for people of the state`
}
