import { statusClass } from '#domain/badge.ts'
import { formatDay } from '#domain/dates.ts'
import { lastDay } from './application-dates.ts'
import { PLAUSIBILITY } from './messages.ts'
import type { Rule } from './warning.ts'

/** Statuses that say that one can apply. */
const OPEN = ['active', 'start', 'date-extend']

/** The last day has passed in India, and the status says that one can apply. Source: docs/behaviour/plausibility.md#state */
export const passedEnd: Rule = (notice) => {
  const { kind, row, today } = notice
  const status = typeof row['status'] === 'string' ? row['status'] : ''
  if (!kind.application || !OPEN.includes(statusClass(status))) return []
  const end = lastDay(notice)
  if (!end || end.day >= today) return []
  return [{ field: end.column, message: PLAUSIBILITY.passed(`${end.label} (${formatDay(end.day)})`, status) }]
}
