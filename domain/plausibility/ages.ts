import { PLAUSIBILITY } from './messages.ts'
import type { Rule } from './warning.ts'

/** The minimum age is above the maximum. Source: docs/behaviour/plausibility.md#numbers */
export const agesUpsideDown: Rule = ({ fields, row }) => {
  const [least, most] = [row['age_min'], row['age_max']]
  const isWrong = 'age_max' in fields && typeof least === 'number' && typeof most === 'number' && most < least
  return isWrong ? [{ field: 'age_max', message: PLAUSIBILITY.ages(least, most) }] : []
}
