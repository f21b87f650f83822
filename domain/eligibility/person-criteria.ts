import { labelOf } from '#domain/content/choice.ts'
import { ALL_INDIA, STATES } from '#domain/content/indian-states.ts'
import { anyOf, type Answer, type Criterion } from './criterion.ts'
import type { EligibilityFacts } from './facts.ts'
import type { Profile } from './profile.ts'

/** Most states that are named; more are counted. */
const NAMED_STATES = 3

/**
 * A notice of one state is never refused to people of another one: many accept them without reservation.
 * Source: docs/behaviour/eligibility.md#state-and-gender
 */
export function stateCriterion({ state }: Profile, { states }: EligibilityFacts): Criterion {
  const answer = (given: Answer, reason: string): Criterion => ({ name: 'State', answer: given, reason })
  if (states.length === 0) return answer('check', 'States are not stated')
  if (states.includes(ALL_INDIA)) return answer('yes', 'Open to all of India')
  const names =
    states.length > NAMED_STATES ? `${states.length} states` : anyOf(states.map((one) => labelOf(STATES, one)))
  if (state === null) return answer('check', `For ${names}; your state is not given`)
  if (states.includes(state)) return answer('yes', `Open to ${labelOf(STATES, state)}`)
  const reason = `For ${names}; the notification says whether people of ${labelOf(STATES, state)} may apply`
  return answer('check', reason)
}

/** Source: docs/behaviour/eligibility.md#state-and-gender */
export function genderCriterion({ gender }: Profile, { gender: wanted }: EligibilityFacts): Criterion {
  const answer = (given: Answer, reason: string): Criterion => ({ name: 'Gender', answer: given, reason })
  if (wanted === null) return answer('yes', 'Open to everyone')
  const only = wanted === 'female' ? 'Only women may apply' : 'Only men may apply'
  if (gender === wanted) return answer('yes', only)
  if (gender === null) return answer('check', `${only}; your gender is not given`)
  if (gender === 'other') return answer('check', `${only}; the notification says whether others may`)
  return answer('no', only)
}
