import type { Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import { noticeDates } from './notice-dates.ts'
import type { NoticeFacts } from './notice.ts'
import { kindOfTable } from './registry.ts'

/** A day that somebody may want in a calendar. */
export interface CalendarDay {
  /** Stays when day, label, title and slug change: 'jobs-7-apply_end_date'. */
  key: string
  day: Day
  label: string
  deadline: boolean
  kind: ContentKind
  notice: NoticeFacts
}

/**
 * Every day that the 'Important dates' of some notices name, the first one first. A day that two notices of a
 * recruitment name alike is there once, for the notice that comes first in a recruitment's life.
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
  const seen = new Set<string>()
  return days
    .filter(({ day, label }) => !seen.has(`${day} ${label}`) && seen.add(`${day} ${label}`))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}
