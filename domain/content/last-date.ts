import { knownDay, type Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import type { NoticeColumn, NoticeColumns } from './notice-columns.ts'

/** The last date to apply of a notice, and the column that states it. */
export interface LastDate {
  field: NoticeColumn
  day: Day
}

/** @returns the first of the columns of the last date that has a day; null for a notice without one */
export function lastDateOf({ application }: ContentKind, notice: NoticeColumns): LastDate | null {
  for (const field of application?.end ?? []) {
    const day = knownDay(notice[field])
    if (day) return { field, day }
  }
  return null
}

/** @returns whether a column states the last date to apply */
export function isLastDate({ application }: ContentKind, column: string): boolean {
  return application?.end.some((field) => field === column) ?? false
}
