import { parsePostTime } from '#domain/admin/post-time.ts'
import { formatDay, indianDay, type Day } from '#domain/dates.ts'
import { DISTANT_DATE_YEARS } from '#domain/plausibility/limits.ts'
import { PLAUSIBILITY } from './messages.ts'
import { dayIn, labelOf, type JudgedNotice, type Rule } from './warning.ts'

/**
 * A date is years before the notice was posted, or years from now. The dates of an old notice are near its own time.
 * Source: docs/behaviour/plausibility.md#dates
 */
export const distantDates: Rule = (notice) => {
  const earliest = yearsLater(postDay(notice), -DISTANT_DATE_YEARS)
  const latest = yearsLater(notice.today, DISTANT_DATE_YEARS)
  return Object.keys(notice.fields).flatMap((field) => {
    const day = dayIn(notice, field)
    if (!day || (day >= earliest && day <= latest)) return []
    return [{ field, message: PLAUSIBILITY.distant(labelOf(notice, field), formatDay(day)) }]
  })
}

/** @returns the day of the post time, or today where that is earlier or nothing is typed */
function postDay({ row, today }: JudgedNotice): Day {
  const posted = parsePostTime(row.post_time ?? '')
  const day = posted === null ? today : indianDay(posted)
  return day < today ? day : today
}

/** The 29th of February stays itself: days are compared as texts. */
function yearsLater(day: Day, years: number): Day {
  return String(Number(day.slice(0, 4)) + years).padStart(4, '0') + day.slice(4)
}
