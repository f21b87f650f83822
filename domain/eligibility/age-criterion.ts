import { afterMonths, ageOn, ageText } from '#domain/age.ts'
import { ageRange } from '#domain/age-limit.ts'
import { formatDay, type Day } from '#domain/dates.ts'
import { ageRelaxation, type Relaxation } from './age-relaxation.ts'
import type { Answer, Criterion } from './criterion.ts'
import type { EligibilityFacts } from './facts.ts'
import type { Profile } from './profile.ts'

/**
 * @returns whether the age of a visitor is within the limits, on the day on which it counts.
 * Source: docs/behaviour/eligibility.md#ages
 */
export function ageCriterion(profile: Profile, facts: EligibilityFacts, today: Day): Criterion {
  const { ageMin, ageMax, ageDay, lastDate } = facts
  if (ageMin === null && ageMax === null) return age('check', 'Age limits are not stated')
  if (profile.born === null) return age('check', 'Your date of birth is not given')
  const day = ageDay ?? lastDate
  if (day === null) {
    const now = profile.born > today ? '' : `${ageText(ageOn(profile.born, today))} today; `
    return age('check', `${now}the day on which ages count is not stated`)
  }
  const on = `on ${formatDay(day)}${ageDay ? '' : ', the last date to apply'}`
  const born = profile.born
  return (
    tooYoung(born, ageMin, { day, on }) ??
    tooOld(born, ageMax, { day, on, relaxation: ageRelaxation(profile, facts) }) ??
    age('yes', `${ageText(ageOn(born, day))} ${on}; the limits are ${ageRange(ageMin, ageMax)}`)
  )
}

interface Counted {
  day: Day
  /** The day in words. */
  on: string
}

function tooYoung(born: Day, min: number | null, { day, on }: Counted): Criterion | null {
  if (min === null) return born > day ? age('no', `Born after ${formatDay(day)}`) : null
  const reached = afterMonths(born, min * 12)
  return reached <= day ? null : age('no', `${ageText(ageOn(day, reached))} under the age of ${min} ${on}`)
}

function tooOld(born: Day, max: number | null, counted: Counted & { relaxation: Relaxation }): Criterion | null {
  if (max === null) return null
  const { day, on, relaxation } = counted
  const { years, holders, further, doubt } = relaxation
  const passed = afterMonths(born, max * 12)
  const passedRelaxed = afterMonths(born, (max + years) * 12)
  if (day < passed) return null
  if (day < passedRelaxed) {
    const reason = `${ageText(ageOn(born, day))} ${on}; the limit for ${holders} is ${max + years}`
    return doubt ? age('check', `${reason}; ${doubt}`) : age('yes', reason)
  }
  const isExact = day === passedRelaxed
  const limit = years > 0 ? `the age for ${holders}` : `the age of ${max}`
  const over = isExact ? `Exactly ${limit} ${on}` : `${ageText(ageOn(passedRelaxed, day))} over ${limit} ${on}`
  if (further) return age('check', `${over}; ${further}`)
  return isExact ? age('check', `${over}; the notification says whether that is too old`) : age('no', over)
}

function age(answer: Answer, reason: string): Criterion {
  return { name: 'Age', answer, reason }
}
