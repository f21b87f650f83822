import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator'
import type { CalendarDay } from '#domain/content/calendar-days.ts'
import { noticePath } from '#domain/content/registry.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { plainText } from './plain-text.ts'

const DAY_MS = 86_400_000
const DAY_SECONDS = 86_400

/**
 * Dates of notices as an iCalendar object. The UID of an event does not change with its date or title, so that
 * calendar clients move the event; an event whose date was withdrawn is omitted, so that clients delete it.
 * Source: RFC 5545, where DTSTAMP is the time of the last change as long as there is no METHOD; RFC 7986, NAME
 */
export function calendarText(
  site: SiteIdentity,
  { title, days }: { title: string; days: readonly CalendarDay[] },
): string {
  const host = new URL(site.url).hostname
  const calendar = ical({
    prodId: { company: 'Suchana', product: 'Important dates', language: 'EN' },
    name: escapedName(plainText(title)),
  })
  for (const { key, day, label, deadline, kind, notice } of days) {
    const start = new Date(`${day}T00:00:00Z`)
    const changed = new Date(notice.updated_at)
    const url = site.url + noticePath(kind, notice.slug)
    const event = calendar.createEvent({
      id: `${key}@${host}`,
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
    })
    if (deadline) event.createAlarm({ type: ICalAlarmType.display, trigger: DAY_SECONDS })
  }
  return `${calendar.toString()}\r\n`
}

/** The library escapes all texts except the name. */
function escapedName(name: string): string {
  return name.replace(/[\\;,]/g, '\\$&')
}
