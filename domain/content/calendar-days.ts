import { knownDay, type Day } from '#domain/dates.ts'
import type { ContentKind, DateRow } from './content-kind.ts'
import { noticeDates } from './notice-dates.ts'
import type { Correction, NoticeFacts } from './notice.ts'
import { kindOfTable } from './registry.ts'

/** An entry of a calendar file. */
export interface CalendarDay {
  /** Unchanged when day, label, title or slug change: 'jobs-7-apply_end_date'. */
  key: string
  day: Day
  label: string
  deadline: boolean
  /** How often the date was corrected. */
  sequence: number
  /** Whether the date was withdrawn; the day is then the one that it had. */
  isCancelled: boolean
  kind: ContentKind
  notice: NoticeFacts
}

/**
 * Lists all 'Important dates' of notices, sorted by date, and those that were withdrawn. A date that two notices of a
 * recruitment have with the same label is listed once, for the notice of the earlier stage.
 * Source: docs/behaviour/calendar.md#which-dates
 *
 * @param isWanted selects rows of dates; all by default
 */
export function calendarDays(
  notices: readonly NoticeFacts[],
  isWanted: (kind: ContentKind, row: DateRow) => boolean = () => true,
): CalendarDay[] {
  const days = notices
    .map((notice) => ({ notice, kind: kindOfTable(notice.table) }))
    .toSorted((a, b) => a.kind.priority - b.kind.priority || a.notice.id - b.notice.id)
    .flatMap(({ notice, kind }) =>
      kind.dates.filter((row) => isWanted(kind, row)).flatMap((row) => dayOf(row, { notice, kind })),
    )
    .toSorted((a, b) => Number(a.isCancelled) - Number(b.isCancelled))
  const known = new Set<string>()
  const isFirst = ({ day, label, kind, notice }: CalendarDay) => {
    const key = `${day} ${label} ${notice.recruitment_id ?? `${kind.table} ${notice.id}`}`
    if (known.has(key)) return false
    known.add(key)
    return true
  }
  return days.filter(isFirst).toSorted((a, b) => a.day.localeCompare(b.day))
}

function dayOf(row: DateRow, { kind, notice }: Pick<CalendarDay, 'kind' | 'notice'>): CalendarDay[] {
  const { label, deadline = false, fields } = row
  const shown = noticeDates({ ...kind, dates: [row] }, notice)[0]?.day ?? null
  const corrections = (notice.corrections ?? []).filter(({ field }) => fields.some((column) => column === field))
  const day = shown ?? withdrawnDay(corrections)
  if (!day) return []
  const key = `${kind.table}-${notice.id}-${fields[0] ?? label}`
  return [{ key, day, label, deadline, sequence: corrections.length, isCancelled: !shown, kind, notice }]
}

/** @param corrections the newest first, of a date that the notice does not have any more */
function withdrawnDay([newest]: readonly Correction[]): Day | null {
  return newest?.new === null ? knownDay(newest.old) : null
}
