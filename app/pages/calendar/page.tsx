import { readCalendar, type DayOfDates } from '#app/data/calendar.ts'
import { page, RecordMissing, type PageContext, type PageMeta } from '#app/pages/page.ts'
import {
  CALENDAR_PARAMETERS,
  calendarTitle,
  correctCalendarAddress,
  filterQuery,
  monthTag,
  readCalendarFilter,
  type CalendarFilter,
} from '#domain/calendar-address.ts'
import { isInCalendar, monthOf, neighbour, readPeriod, type CalendarPeriod } from '#domain/calendar-period.ts'
import { CALENDAR_PATH } from '#domain/page-paths.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import { CalendarView } from './calendar-view.tsx'
import { calendarPath, periodHeading } from './period.ts'

export interface CalendarData {
  period: CalendarPeriod
  filter: CalendarFilter
  /** Dates of the day that are left out at its beginning. */
  skipped: number
  /** Only days that have dates. */
  days: DayOfDates[]
}

/** The present month at the address without a period, and every month, week and day at its own. */
export const calendar = [CALENDAR_PATH, `${CALENDAR_PATH}/:period`].map((path) =>
  page<CalendarData>({
    path,
    cache: { ...CALENDAR_PARAMETERS, from: null },
    redirect: ({ url }) => correctCalendarAddress(url.pathname, url.searchParams),
    load: async (context) => {
      const query = queryOf(context)
      return { ...query, days: await readCalendar(context.backend, query.period, query) }
    },
    failed: (context) => ({ ...queryOf(context), days: [] }),
    tags: ({ period: { first, last } }) => [monthTag(first), monthTag(last)],
    meta: metaOf,
    view: (data, { site, today }) => <CalendarView {...data} today={today} siteUrl={site.url} />,
    styles: 'calendar',
    ...(path === CALENDAR_PATH
      ? { menu: { label: 'Calendar', group: 'more', order: 1 }, sitemap: true }
      : { sitemap: (today) => [calendarPath(neighbour(monthOf(today), 1), today)] }),
    offline: true,
  }),
)

/** @throws RecordMissing for a period that is none, or that the calendar does not have */
function queryOf({ params, url, today }: PageContext): Omit<CalendarData, 'days'> {
  const name = params['period']
  const period = name === undefined ? monthOf(today) : readPeriod(name)
  if (!period || !isInCalendar(period, today)) throw new RecordMissing({ state: 'unknown' }, () => CALENDAR_PATH)
  const from = url.searchParams.get('from') ?? ''
  const skipped = period.unit === 'day' && /^\d{1,4}$/.test(from) ? Number(from) : 0
  return { period, filter: readCalendarFilter(url.searchParams), skipped }
}

function metaOf({ period, filter, skipped }: CalendarData, { site, today }: PageContext): PageMeta {
  const heading = periodHeading(period)
  const path = calendarPath(period, today)
  const isFiltered = filterQuery(filter) !== ''
  return {
    title: `${calendarTitle(filter)} ${heading}: government exam calendar`,
    description: `Calendar of ${heading}: last dates to apply, exams, admit cards, answer keys and results of government jobs and admissions in India, day by day.`,
    keywords: [
      'exam calendar',
      `government jobs ${heading}`,
      'last date',
      'exam date',
      'admit card date',
      'result date',
    ],
    path,
    noindex: period.unit === 'day' || isFiltered || skipped > 0,
    isFollowed: isFiltered,
    structuredData: jsonLd([pageTrail(site, { label: `Calendar: ${heading}`, href: path })]),
  }
}
