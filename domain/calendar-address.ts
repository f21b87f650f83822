import type { ContentKind, ContentTable, DateRow } from './content/content-kind.ts'
import { DATE_TYPES, type DateType } from './content/date-types.ts'
import { choiceText, readChoice, type Filters } from './content/filters.ts'
import { CONTENT_KINDS } from './content/registry.ts'
import type { Day } from './dates.ts'

/** The file to which one subscribes. */
export const CALENDAR_FILE = '/calendar.ics'

/** The cache tag of the calendar, with a month: no table, so open pages do not follow it. */
export const CALENDAR_TAG = 'calendar'

/** The filters of lists by which a calendar can be filtered, too. Source: docs/behaviour/calendar.md#filters-by-facts */
export const CALENDAR_FACETS = ['qualification', 'state'] as const

/** Which dates a calendar shows; null for all. */
export interface CalendarFilter {
  type: DateType | null
  kind: ContentTable | null
  /** What the notices have to fit; empty for all. */
  facts: Pick<Filters, (typeof CALENDAR_FACETS)[number]>
}

/** The kinds that have dates. */
export const DATED_KINDS: readonly ContentKind[] = CONTENT_KINDS.filter(({ dates }) => dates.length > 0)

const TYPES = Object.keys(DATE_TYPES) as DateType[]

/** The parameters of a filter, with the values that make a cached copy, which facts do not. */
export const CALENDAR_PARAMETERS = {
  type: new RegExp(`^(${TYPES.join('|')})$`),
  kind: new RegExp(`^(${DATED_KINDS.map(({ table }) => table).join('|')})$`),
  ...Object.fromEntries(CALENDAR_FACETS.map((facet) => [facet, null])),
}

/** @returns the filter of an address; unknown values mean all */
export function readCalendarFilter(parameters: URLSearchParams): CalendarFilter {
  return {
    type: TYPES.find((type) => type === parameters.get('type')) ?? null,
    kind: DATED_KINDS.find(({ table }) => table === parameters.get('kind'))?.table ?? null,
    facts: Object.fromEntries(
      CALENDAR_FACETS.flatMap((facet) => {
        const value = readChoice(facet, parameters.get(facet))
        return value === null ? [] : [[facet, value]]
      }),
    ),
  }
}

/** @returns '?type=exam&kind=jobs&state=bihar', or '' for all dates */
export function filterQuery({ type, kind, facts }: CalendarFilter): string {
  const parameters = new URLSearchParams({ ...(type && { type }), ...(kind && { kind }), ...facts })
  return parameters.size > 0 ? `?${parameters}` : ''
}

/**
 * @param path of the file, or of a page of the calendar
 * @returns the address when it was requested with empty, unknown or repeated values of the filter, as the form sends them;
 *   null when it is right. Another order is right, too, because it has the same cached copy. So are other parameters, which
 *   stay.
 */
export function correctCalendarAddress(path: string, parameters: URLSearchParams): string | null {
  const wanted = new URLSearchParams(filterQuery(readCalendarFilter(parameters)))
  const isOfFilter = ([name]: [string, string]) => Object.hasOwn(CALENDAR_PARAMETERS, name)
  const given = [...parameters].filter(isOfFilter)
  if (given.length === wanted.size && given.every(([name, value]) => wanted.get(name) === value)) return null
  for (const [name, value] of parameters) if (!isOfFilter([name, value])) wanted.append(name, value)
  return wanted.size > 0 ? `${path}?${wanted}` : path
}

/** @returns 'Exams of jobs', 'Last dates (10th pass, Bihar)', 'Dates of results' or 'All dates' */
export function calendarTitle({ type, kind, facts }: CalendarFilter): string {
  const plural = DATED_KINDS.find(({ table }) => table === kind)?.plural
  const what = type ? DATE_TYPES[type] : plural ? 'Dates' : 'All dates'
  const chosen = CALENDAR_FACETS.flatMap((facet) => (facts[facet] ? [choiceText(facet, facts[facet])] : []))
  return (plural ? `${what} of ${plural}` : what) + (chosen.length > 0 ? ` (${chosen.join(', ')})` : '')
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
export function wantedDates({ type, kind }: Omit<CalendarFilter, 'facts'>): WantedDates[] {
  return DATED_KINDS.filter(({ table }) => !kind || table === kind)
    .flatMap((each) => each.dates.map((row) => ({ kind: each, row })))
    .filter(({ row }) => !type || row.type === type)
    .toSorted(
      (one, other) =>
        TYPES.indexOf(one.row.type) - TYPES.indexOf(other.row.type) ||
        Number(other.row.deadline ?? false) - Number(one.row.deadline ?? false),
    )
}
