import ical, { ICalAlarmType, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CalendarDay } from '#domain/content/calendar-days.ts'
import { noticePath } from '#domain/content/registry.ts'
import { DAY_MS } from '#domain/dates.ts'
import { CALENDAR_REFRESH_S } from '#domain/limits.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { plainText } from './plain-text.ts'

const DAY_SECONDS = 86_400

/** The time zone of India, which has no summer time. Source: RFC 5545, 3.6.5 */
const TIME_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Kolkata',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

interface Calendar {
  title: string
  days: readonly CalendarDay[]
  /** Path under which programs fetch a calendar to which one subscribes again. */
  source?: string
}

/**
 * Dates as an iCalendar object. The UID of an event does not change with its date or title, and SEQUENCE counts its
 * corrections, so that calendar clients move the event; one whose date was withdrawn is cancelled.
 * Source: RFC 5545, where DTSTAMP is the time of the last change as long as there is no METHOD; RFC 7986, NAME,
 * REFRESH-INTERVAL, SOURCE
 */
export function calendarText(site: SiteIdentity, { title, days, source }: Calendar): string {
  const host = new URL(site.url).hostname
  const calendar = ical({
    // A calendar has at least one component, so one without events has the time zone of its dates.
    ...(days.length === 0 && { timezone: { name: 'Asia/Kolkata', generator: () => TIME_ZONE } }),
    prodId: { company: 'Suchana', product: 'Important dates', language: 'EN' },
    name: escapedName(plainText(title)),
    ...(source && { ttl: CALENDAR_REFRESH_S, source: site.url + source }),
  })
  for (const { key, day, label, deadline, sequence, isCancelled, kind, notice } of days) {
    const start = new Date(`${day}T00:00:00Z`)
    const changed = new Date(notice.updated_at)
    const url = site.url + noticePath(kind, notice.slug)
    const event = calendar.createEvent({
      id: `${key}@${host}`,
      sequence,
      summary: `${label}: ${plainText(notice.title)}`,
      description: [notice.organization && plainText(notice.organization), url].filter(Boolean).join('\n'),
      url,
      allDay: true,
      start,
      end: new Date(start.getTime() + DAY_MS),
      stamp: changed,
      lastModified: changed,
      transparency: ICalEventTransparency.TRANSPARENT,
      categories: [{ name: kind.label }],
      ...(isCancelled && { status: ICalEventStatus.CANCELLED }),
    })
    if (deadline && !isCancelled) event.createAlarm({ type: ICalAlarmType.display, trigger: DAY_SECONDS })
  }
  return `${calendar.toString()}\r\n`
}

/** The library escapes all texts except the name. */
function escapedName(name: string): string {
  return name.replace(/[\\;,]/g, '\\$&')
}
