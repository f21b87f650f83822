/**
 * Calendar days and timestamps in Indian standard time. A day is text 'YYYY-MM-DD'; a timestamp is an ISO 8601 text
 * with a zone, or milliseconds since the epoch. India has one zone without summer time, so the offset is a constant.
 * Source: docs/behaviour/notices.md#days-and-times.
 */
export type Day = string

const IST_OFFSET_MS = 5.5 * 3_600_000
export const DAY_MS = 86_400_000
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ')
const LONG_MONTHS = 'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** Remembers the results of a function: pages read the same timestamps and days many times. */
function remembering<Key, Result>(read: (key: Key) => Result): (key: Key) => Result {
  const results = new Map<Key, Result>()
  return (key) => {
    const known = results.get(key)
    if (known !== undefined) return known
    const result = read(key)
    if (results.size === MAX_RESULTS) results.clear()
    results.set(key, result)
    return result
  }
}
const MAX_RESULTS = 1_000

/** @returns a timestamp as a date whose UTC fields are Indian time (do not modify it), and its day */
const indianTime = remembering((timestamp: string | number): { clock: Date; day: Day } => {
  const milliseconds = typeof timestamp === 'string' ? new Date(isoTimestamp(timestamp)).getTime() : timestamp
  const clock = new Date(milliseconds + IST_OFFSET_MS)
  return { clock, day: dayOf(clock) }
})

/** @returns the start of a day, in milliseconds since the epoch in UTC; NaN for a text that is no day of the calendar */
const startOf = remembering((text: string): number => {
  // Without a time, V8 would read '0005-14-14' as a day of May 2014.
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : NaN)
  // A day that the month does not have becomes one of the next month, or no date at all.
  return date.getUTCDate() === Number(text.slice(8)) ? date.getTime() : NaN
})

/** @returns the date part of toISOString, in a quarter of the time */
function dayOf(date: Date): Day {
  const digits = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1)}-${digits(date.getUTCDate())}`
}

/**
 * Converts `2026-11-20 10:12:52+00`, as PostgreSQL prints it, to `2026-11-20T10:12:52+00:00`.
 *
 * @returns the same timestamp in ISO 8601
 */
export function isoTimestamp(timestamp: string): string {
  // Fast path for timestamps in JSON, which have the standard form already.
  if (timestamp[10] === 'T' && timestamp.at(-3) === ':') return timestamp
  return timestamp
    .trim()
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00')
}

/**
 * @returns the same timestamp for the attribute `datetime`, in which HTML allows at most milliseconds; PostgreSQL has
 * microseconds. Source: docs/behaviour/public-pages.md#valid-html
 */
export function htmlTimestamp(timestamp: string): string {
  return isoTimestamp(timestamp).replace(/(\.\d{3})\d+/, '$1')
}

/** @returns negative when the first timestamp is earlier, 0 when both are equal, in any notation */
export function compareTimestamps(one: string, other: string): number {
  return Date.parse(isoTimestamp(one)) - Date.parse(isoTimestamp(other))
}

/** @returns the calendar day in India at a timestamp */
export function indianDay(timestamp: string | number): Day {
  return indianTime(timestamp).day
}

/** @returns the same timestamp in UTC, in ISO 8601 with milliseconds */
export function utcTimestamp(timestamp: string | number): string {
  return new Date(typeof timestamp === 'string' ? isoTimestamp(timestamp) : timestamp).toISOString()
}

/** @returns milliseconds until the next midnight in India */
export function untilIndianMidnight(now: number): number {
  return DAY_MS - ((now + IST_OFFSET_MS) % DAY_MS)
}

/** @returns whether a text is a day of the calendar: '2026-02-31' is not */
export function isDay(text: unknown): text is Day {
  return typeof text === 'string' && text.length === 10 && !Number.isNaN(startOf(text))
}

/**
 * Reads a stored date field, which may be missing, a placeholder text or not a date.
 *
 * @returns the day, or null
 */
export function knownDay(value: unknown): Day | null {
  if (typeof value !== 'string') return null
  const day = value.trim().slice(0, 10)
  return isDay(day) ? day : null
}

/** @returns '24-11-2026' for '2026-11-24' */
export function formatDay(day: Day): string {
  return day.split('-').reverse().join('-')
}

/** @returns whole days from one day to another; negative when the second is earlier */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS)
}

/** @returns the day that is so many days later */
export function addDays(day: Day, days: number): Day {
  return dayOf(new Date(startOf(day) + days * DAY_MS))
}

/** @returns the first day of the month that is so many months later */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return dayOf(new Date(Date.UTC(year, month - 1 + months)))
}

/** @returns 0 for Monday to 6 for Sunday */
export function weekday(day: Day): number {
  return (new Date(startOf(day)).getUTCDay() + 6) % 7
}

/** @returns 'today', 'tomorrow', 'in 4 days', 'yesterday' or '34 days ago', seen from today */
export function relativeDay(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${count(days)} days` : `${count(-days)} days ago`
}

/** @returns '20 Nov', the date on cards (en-GB, two-digit day, short month) */
export function cardDate(timestamp: string | number): string {
  const { clock, day } = indianTime(timestamp)
  return `${day.slice(8)} ${MONTHS[clock.getUTCMonth()]}`
}

/** @returns '20 Nov 2026', the date on search results */
export function cardDateWithYear(timestamp: string | number): string {
  return `${cardDate(timestamp)} ${indianTime(timestamp).day.slice(0, 4)}`
}

/** @returns '20-11-2026 7:20 AM' */
export function dayAndTime(timestamp: string | number): string {
  return `${formatDay(indianDay(timestamp))} ${clockTime(timestamp)}`
}

/** @returns '7:20 AM' */
export function clockTime(timestamp: string | number): string {
  const { clock } = indianTime(timestamp)
  const hours = clock.getUTCHours()
  return `${hours % 12 || 12}:${String(clock.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** @returns a timestamp to the minute, as a field for day and time holds it: '2026-11-20T19:20' */
export function indianMinute(timestamp: string | number): string {
  const { clock, day } = indianTime(timestamp)
  return `${day}T${clock.toISOString().slice(11, 16)}`
}

/** @returns the timestamp of a minute in India, in ISO 8601; null for any other text */
export function timestampOf(minute: string): string | null {
  if (!isDay(minute.slice(0, 10)) || !/^.{10}T([01]\d|2[0-3]):[0-5]\d/.test(minute)) return null
  return new Date(`${minute.slice(0, 16)}:00+05:30`).toISOString()
}

/** @returns 'Fri 20 November 2026' */
export function longDay(day: Day): string {
  const date = new Date(startOf(day))
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${LONG_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** @returns 'November 2026' */
export function longMonth(day: Day): string {
  return `${LONG_MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** @returns '12 Nov' */
export function shortDay(day: Day): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`
}

function count(days: number): string {
  return days.toLocaleString('en-IN')
}
