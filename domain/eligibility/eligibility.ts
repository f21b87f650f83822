import type { Day } from '#domain/dates.ts'
import { ageCriterion } from './age-criterion.ts'
import type { Answer, Criterion } from './criterion.ts'
import type { EligibilityFacts } from './facts.ts'
import { genderCriterion, stateCriterion } from './person-criteria.ts'
import type { Profile } from './profile.ts'
import { qualificationCriterion } from './qualification-criterion.ts'

/** Whether a visitor may apply for what a notice announces. */
export interface Eligibility {
  answer: Answer
  /** Of the criterion that decides: the first one that excludes the visitor, or else that cannot be decided. */
  reason: string
  criteria: Criterion[]
}

const ALL_MET = 'You meet all rules that are stated here'

/**
 * Source: docs/behaviour/eligibility.md#yes-no-and-check
 *
 * @param today the day in India
 */
export function eligibility(profile: Profile, facts: EligibilityFacts, today: Day): Eligibility {
  const criteria = [
    ageCriterion(profile, facts, today),
    qualificationCriterion(profile, facts),
    stateCriterion(profile, facts),
    genderCriterion(profile, facts),
  ]
  const decisive = criteria.find(({ answer }) => answer === 'no') ?? criteria.find(({ answer }) => answer === 'check')
  return { answer: decisive?.answer ?? 'yes', reason: decisive?.reason ?? ALL_MET, criteria }
}
