import type { BackendClient } from '#app/data/backend-client.ts'
import { readCalendarNotices } from '#app/data/calendar.ts'
import {
  CALENDAR_FILE,
  calendarTitle,
  correctCalendarAddress,
  filterQuery,
  readCalendarFilter,
  wantedDates,
} from '#domain/calendar-address.ts'
import { calendarDays } from '#domain/content/calendar-days.ts'
import { addDays, indianDay } from '#domain/dates.ts'
import { CALENDAR_PAST_DAYS } from '#domain/limits.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { calendarText } from './calendar-text.ts'
import { documentResponse, movedTo } from './document-response.ts'

/**
 * Handles `/calendar.ics`, the calendar to which one subscribes, with the parameters of a filter: the dates of the last
 * days and the next year. Source: docs/behaviour/calendar.md#subscription
 */
export function createSiteCalendar(backend: BackendClient, site: SiteIdentity) {
  return async function handle(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const correct = correctCalendarAddress(CALENDAR_FILE, searchParams)
    if (correct) return movedTo(correct)
    const filter = readCalendarFilter(searchParams)
    const today = indianDay(Date.now())
    const [first, last] = [addDays(today, -CALENDAR_PAST_DAYS), addDays(today, 365)]
    const notices = await readCalendarNotices(backend, { first, today, last, filter })
    const rows = new Set(wantedDates(filter).map(({ row }) => row))
    const days = calendarDays(notices, (_kind, row) => rows.has(row)).filter(({ day }) => day >= first && day <= last)
    const title = `${site.name}: ${calendarTitle(filter)}`
    const body = calendarText(site, { title, days, source: CALENDAR_FILE + filterQuery(filter) })
    return documentResponse(request, { type: 'text/calendar', body, fileName: 'calendar.ics' })
  }
}
