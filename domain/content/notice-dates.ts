import { formatDay, knownDay, type Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import type { NoticeCard } from './notice.ts'
import { firstText } from './notice-columns.ts'

export interface NoticeDate {
  label: string
  /** The first field of its row, which identifies the date independently of its label. */
  field: string
  /** Null while there is only a text such as 'Before Exam'. */
  day: Day | null
  /** DD-MM-YYYY, or the text that replaces it. */
  text: string
  deadline: boolean
}

/**
 * The rows of 'Important dates'. A row without a date has the text of its kind for that, or is left out.
 * Source: docs/behaviour/notices.md#important-dates.
 */
export function noticeDates(kind: ContentKind, notice: NoticeCard): NoticeDate[] {
  return kind.dates.flatMap(({ label, fields, whenEmpty, deadline = false }) => {
    const written = firstText(notice, fields)
    const day = knownDay(written)
    const text = day ? formatDay(day) : (written ?? whenEmpty)
    return text ? [{ label, field: fields[0] ?? label, day, text, deadline }] : []
  })
}

/** The dates from today on, the nearest first. */
export function datesAhead(kind: ContentKind, notice: NoticeCard, today: Day): (NoticeDate & { day: Day })[] {
  return noticeDates(kind, notice)
    .flatMap((date) => (date.day && date.day >= today ? [{ ...date, day: date.day }] : []))
    .toSorted((one, other) => one.day.localeCompare(other.day))
}
