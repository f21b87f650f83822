import type { ContentKind, ContentTable, DateRow } from './content/content-kind.ts'
import { DATE_TYPES, type DateType } from './content/date-types.ts'
import { CONTENT_KINDS } from './content/registry.ts'
import type { Day } from './dates.ts'

export const CALENDAR_PATH = '/calendar'

/** The file to which one subscribes. */
export const CALENDAR_FILE = '/calendar.ics'

/** The cache tag of the calendar, with a month: no table, so open pages do not follow it. */
export const CALENDAR_TAG = 'calendar'

/** Which dates a calendar shows; null for all. */
export interface CalendarFilter {
  type: DateType | null
  kind: ContentTable | null
}

/** The kinds that have dates. */
export const DATED_KINDS: readonly ContentKind[] = CONTENT_KINDS.filter(({ dates }) => dates.length > 0)

const TYPES = Object.keys(DATE_TYPES) as DateType[]

/** The parameters of a filter, with the values that make a cached copy; a form sends empty ones, too. */
export const CALENDAR_PARAMETERS = {
  type: new RegExp(`^(${TYPES.join('|')})?$`),
  kind: new RegExp(`^(${DATED_KINDS.map(({ table }) => table).join('|')})?$`),
}

/** @returns the filter of an address; unknown values mean all */
export function readCalendarFilter(parameters: URLSearchParams): CalendarFilter {
  return {
    type: TYPES.find((type) => type === parameters.get('type')) ?? null,
    kind: DATED_KINDS.find(({ table }) => table === parameters.get('kind'))?.table ?? null,
  }
}

/** @returns '?type=exam&kind=jobs', or '' for all dates */
export function filterQuery({ type, kind }: CalendarFilter): string {
  const parameters = new URLSearchParams({ ...(type && { type }), ...(kind && { kind }) })
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** @returns 'Exams of jobs', 'Last dates', 'Dates of results' or 'All dates' */
export function calendarTitle({ type, kind }: CalendarFilter): string {
  const plural = DATED_KINDS.find(({ table }) => table === kind)?.plural
  const what = type ? DATE_TYPES[type] : plural ? 'Dates' : 'All dates'
  return plural ? `${what} of ${plural}` : what
}

/** @returns the cache tag of a month of the calendar: ['calendar', 202611] */
export function monthTag(day: Day): [table: typeof CALENDAR_TAG, month: number] {
  return [CALENDAR_TAG, Number(day.slice(0, 7).replace('-', ''))]
}

/** A row of dates of a kind, as a calendar asks for it. */
export interface WantedDates {
  kind: ContentKind
  row: DateRow
}

/** @returns the rows of dates that a filter selects, in the order in which a day lists them */
export function wantedDates({ type, kind }: CalendarFilter): WantedDates[] {
  return DATED_KINDS.filter(({ table }) => !kind || table === kind)
    .flatMap((each) => each.dates.map((row) => ({ kind: each, row })))
    .filter(({ row }) => !type || row.type === type)
    .toSorted(
      (one, other) =>
        TYPES.indexOf(one.row.type) - TYPES.indexOf(other.row.type) ||
        Number(other.row.deadline ?? false) - Number(one.row.deadline ?? false),
    )
}
