import type { CalendarDay } from '#domain/content/calendar-days.ts'
import { noticePath } from '#domain/content/registry.ts'
import { DAY_MS } from '#domain/dates.ts'
import { CALENDAR_REFRESH_S } from '#domain/limits.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { plainText } from './plain-text.ts'

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
]

const REFRESH = `PT${CALENDAR_REFRESH_S / 3_600}H`

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
  const name = escaped(plainText(title))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Suchana//Important dates//EN',
    ...(source ? [`SOURCE;VALUE=URI:${site.url}${source}`] : []),
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    ...(source ? [`REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`, `X-PUBLISHED-TTL:${REFRESH}`] : []),
    // A calendar has at least one component, so one without events has the time zone of its dates.
    ...(days.length > 0 ? days.flatMap((day) => eventLines(site, day)) : TIME_ZONE),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(site: SiteIdentity, event: CalendarDay): string[] {
  const { key, day, label, deadline, sequence, isCancelled, kind, notice } = event
  const changed = compact(new Date(notice.updated_at))
  const url = site.url + noticePath(kind, notice.slug)
  const summary = escaped(`${label}: ${plainText(notice.title)}`)
  const organization = notice.organization && plainText(notice.organization)
  const nextDay = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS)
  return [
    'BEGIN:VEVENT',
    `UID:${key}@${new URL(site.url).hostname}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${changed}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${compact(nextDay).slice(0, 8)}`,
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    `SUMMARY:${summary}`,
    'TRANSP:TRANSPARENT',
    `DESCRIPTION:${organization ? `${escaped(organization)}\\n` : ''}${escaped(url)}`,
    ...(deadline && !isCancelled
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-P1D', `DESCRIPTION:${summary}`, 'END:VALARM']
      : []),
    `CATEGORIES:${escaped(kind.label)}`,
    `URL;VALUE=URI:${url}`,
    ...(isCancelled ? ['STATUS:CANCELLED'] : []),
    `LAST-MODIFIED:${changed}`,
    'END:VEVENT',
  ]
}

/** @returns a time as '20261120T040506Z' */
function compact(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Source: RFC 5545, 3.3.11 */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`)
}

/** Bytes of a line, which may be 75 together with the space before a part. Source: RFC 5545, 3.1 */
const LINE_BYTES = 74

/** @returns a long line in parts, each but the first after a line break and a space */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_BYTES) return line
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    const isFull = bytes + size > LINE_BYTES
    text += isFull ? `\r\n ${character}` : character
    bytes = isFull ? size : bytes + size
  }
  return text
}
