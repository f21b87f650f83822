import { includes, type Qualification } from '#domain/content/qualifications.ts'
import { anyOf, type Answer, type Criterion } from './criterion.ts'
import type { EligibilityFacts } from './facts.ts'
import type { Profile } from './profile.ts'

const NEEDED: Record<Qualification, string> = {
  '8th': '8th pass',
  '10th': '10th pass',
  '12th': '12th pass',
  iti: 'an ITI certificate',
  diploma: 'a diploma',
  graduate: 'a graduate',
  postgraduate: 'a postgraduate',
  professional: 'a professional degree',
}

const HELD: Record<Qualification, string> = {
  '8th': '8th',
  '10th': '10th',
  '12th': '12th',
  iti: 'ITI',
  diploma: 'a diploma',
  graduate: 'a degree',
  postgraduate: 'a postgraduate degree',
  professional: 'a professional degree',
}

/** Qualifications whose subject matters. */
const DEGREES: readonly Qualification[] = ['graduate', 'postgraduate', 'professional']

/**
 * @returns whether one of the qualifications of a visitor suffices. Source: docs/behaviour/eligibility.md#qualification
 */
export function qualificationCriterion(profile: Profile, facts: EligibilityFacts): Criterion {
  const { qualifications: wanted, fields } = facts
  const { qualifications: held } = profile
  if (wanted.length === 0) return qualification('check', 'The qualification is not stated')
  if (held.length === 0) return qualification('check', 'Your qualification is not given')
  const needs = `Needs ${anyOf(wanted.map((one) => NEEDED[one]))}`
  const met = wanted.filter((one) => held.some((own) => includes(own, one)))
  if (met.length === 0) return qualification('no', `${needs}; you have ${highest(held)}`)
  if (fields.length === 0 || met.some((one) => !DEGREES.includes(one))) return qualification('yes', needs)
  return subject(`${needs} in ${anyOf(fields)}`, profile.field, fields)
}

/** Subjects are typed freely, so two different texts may mean the same subject: a difference is never a 'no'. */
function subject(needs: string, own: string | null, fields: readonly string[]): Criterion {
  if (own === null) return qualification('check', `${needs}; your subject is not given`)
  const isMet = fields.some((field) => hasWords(own, field) || hasWords(field, own))
  return isMet ? qualification('yes', needs) : qualification('check', `${needs}; yours is ${own}`)
}

/** @returns whether a text contains all words of another one, next to each other */
function hasWords(text: string, words: string): boolean {
  return ` ${plain(text)} `.includes(` ${plain(words)} `)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** @returns in words what no other qualification of the visitor includes: 'a diploma and 12th' */
function highest(held: readonly Qualification[]): string {
  const top = held.filter((one) => !held.some((other) => other !== one && includes(other, one)))
  return top.map((one) => HELD[one]).join(' and ')
}

function qualification(answer: Answer, reason: string): Criterion {
  return { name: 'Qualification', answer, reason }
}
