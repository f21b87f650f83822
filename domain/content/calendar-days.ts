import type { Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import { noticeDates } from './notice-dates.ts'
import type { NoticeFacts } from './notice.ts'
import { kindOfTable } from './registry.ts'

/** An entry of a calendar file. */
export interface CalendarDay {
  /** Unchanged when day, label, title or slug change: 'jobs-7-apply_end_date'. */
  key: string
  day: Day
  label: string
  deadline: boolean
  kind: ContentKind
  notice: NoticeFacts
}

/**
 * Lists all 'Important dates' of notices, sorted by date. A date that two notices of a recruitment have with the same
 * label is listed once, for the notice of the earlier stage.
 */
export function calendarDays(notices: readonly NoticeFacts[]): CalendarDay[] {
  const days = notices
    .map((notice) => ({ notice, kind: kindOfTable(notice.table) }))
    .toSorted((a, b) => a.kind.priority - b.kind.priority || a.notice.id - b.notice.id)
    .flatMap(({ notice, kind }) =>
      noticeDates(kind, notice).flatMap(({ field, day, label, deadline }) =>
        day ? [{ key: `${kind.table}-${notice.id}-${field}`, day, label, deadline, kind, notice }] : [],
      ),
    )
  const known = new Set<string>()
  return days
    .filter(({ day, label }) => !known.has(`${day} ${label}`) && known.add(`${day} ${label}`))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}
