import { APPLICANT_CATEGORIES, numbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { formatNumber } from '#domain/numbers.ts'
import { vacancies } from '#domain/vacancies.ts'
import { PLAUSIBILITY } from './messages.ts'
import { labelOf, type Rule } from './warning.ts'

/** Everybody is in exactly one of these; PwD, women and ex-servicemen are counted in them. */
const EXCLUSIVE = APPLICANT_CATEGORIES.slice(0, 5).map(({ value }) => value)

/**
 * The posts of the table, or of the categories, are not as many as the total. Where some are not stated, only too many
 * are wrong. Source: docs/behaviour/plausibility.md#numbers
 */
export const postsDiffer: Rule = (notice) => {
  const { fields, row } = notice
  const total = row.total_posts
  if (!('total_posts' in fields) || typeof total !== 'number') return []
  const byCategory = numbersByCategory(row.category_vacancies)
  const sums = {
    post_name: vacancies(row.post_name).map(({ posts }) => posts),
    category_vacancies: EXCLUSIVE.map((category) => byCategory[category] ?? null),
  }
  return Object.entries(sums).flatMap(([column, numbers]) => {
    const known = numbers.filter((number) => number !== null)
    const sum = known.reduce((all, number) => all + number, 0)
    const isComplete = known.length === numbers.length
    if (known.length === 0 || sum === total || (sum < total && !isComplete)) return []
    const message = PLAUSIBILITY.posts(labelOf(notice, column), formatNumber(sum), formatNumber(total))
    return [{ field: 'total_posts', message }]
  })
}
