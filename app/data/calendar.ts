import { z } from 'zod'
import { wantedDates, type CalendarFilter, type WantedDates } from '#domain/calendar-address.ts'
import type { CalendarPeriod } from '#domain/calendar-period.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'
import { CALENDAR_ENTRIES, CALENDAR_NOTICES } from '#domain/limits.ts'
import type { BackendClient } from './backend-client.ts'
import { dataOf } from './backend-error.ts'
import { facts } from './notice-facts.ts'

/** A date of a notice in the calendar of the site. */
export interface CalendarEntry extends WantedDates {
  slug: string
  title: string
}

/** The dates of one day: the first ones, and how many there are. */
export interface DayOfDates {
  day: Day
  /** Exact below CALENDAR_COUNTED. */
  total: number
  entries: CalendarEntry[]
}

const reply = z.array(
  z.object({
    day: z.string(),
    total: z.number(),
    entries: z.array(z.tuple([z.number(), z.string(), z.string()])),
  }),
)

/**
 * Reads the days of a period that have dates, in one round trip.
 *
 * @param skipped dates of each day to leave out at its beginning
 * @throws BackendError
 */
export async function readCalendar(
  backend: BackendClient,
  { unit, first, last }: CalendarPeriod,
  { filter, skipped = 0 }: { filter: CalendarFilter; skipped?: number },
): Promise<DayOfDates[]> {
  const rows = wantedDates(filter)
  const days = await backend.rpc('calendar_days', {
    first_day: first,
    last_day: last,
    wanted: rows.map(wantedRow),
    most: CALENDAR_ENTRIES[unit],
    skipped,
    filters: filter.facts,
  })
  return reply.parse(dataOf(days)).map(({ day, total, entries }) => ({
    day,
    total,
    entries: entries.flatMap(([number, slug, title]) => {
      const wanted = rows[number - 1]
      return wanted ? [{ ...wanted, slug, title }] : []
    }),
  }))
}

/**
 * Reads the notices of the calendar to which one subscribes: those with a date of the filter between two days.
 *
 * @throws BackendError
 */
export async function readCalendarNotices(
  backend: BackendClient,
  { first, today, last, filter }: { first: Day; today: Day; last: Day; filter: CalendarFilter },
): Promise<NoticeFacts[]> {
  const answer = await backend.rpc('calendar_events', {
    first_day: first,
    today,
    last_day: last,
    wanted: wantedDates(filter).map(wantedRow),
    most: CALENDAR_NOTICES,
    filters: filter.facts,
  })
  return facts.parse(dataOf(answer))
}

function wantedRow({ kind: { table }, row: { label, fields } }: WantedDates) {
  return { table, label, fields }
}
