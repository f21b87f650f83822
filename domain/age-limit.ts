import { categoriesLabel, groupedByNumber, numbersByCategory } from './content/categories-of-applicants.ts'
import type { NoticeColumns } from './content/notice-columns.ts'
import { formatDay, knownDay } from './dates.ts'

export interface AgeLimit {
  /** '18 to 30', '18 or more', 'up to 30' */
  range: string
  /** DD-MM-YYYY, the day for which the age is counted; null when not given. */
  asOn: string | null
  /** Whether reserved categories may be older; null when not given. */
  relaxation: boolean | null
  /** The ages of categories that may be older: 'SC/ST', '18 to 35'. */
  byCategory: { label: string; range: string }[]
}

/**
 * @returns the ages a notice accepts, in years; null when it names none.
 * Source: docs/behaviour/notices.md#age-limits
 */
export function ageLimit(notice: NoticeColumns): AgeLimit | null {
  const [min, max] = [notice.age_min ?? null, notice.age_max ?? null]
  const range = ageRange(min, max)
  if (!range) return null
  const day = knownDay(notice.age_as_on)
  const relaxations = max === null ? [] : groupedByNumber(numbersByCategory(notice.age_relaxations))
  return {
    range,
    asOn: day && formatDay(day),
    relaxation: notice.age_relaxation ?? null,
    byCategory: relaxations.flatMap(({ categories, number }) => {
      const raised = ageRange(min, (max ?? 0) + number)
      return raised ? [{ label: categoriesLabel(categories), range: raised }] : []
    }),
  }
}

/** @returns `18 to 30`, `18 or more` or `up to 30`; null without a limit */
export function ageRange(min: number | null, max: number | null): string | null {
  if (min !== null && max !== null) return min === max ? `${min}` : `${min} to ${max}`
  if (min !== null) return `${min} or more`
  return max === null ? null : `up to ${max}`
}
