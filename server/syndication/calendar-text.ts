import ical, { ICalAlarmType, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CalendarDay } from '#domain/content/calendar-days.ts'
import { noticePath } from '#domain/content/registry.ts'
import { DAY_MS } from '#domain/dates.ts'
import { CALENDAR_REFRESH_S } from '#domain/limits.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { plainText } from './plain-text.ts'

const DAY_SECONDS = 86_400

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
