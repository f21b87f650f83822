/**
 * Calendar days and moments in Indian standard time. A day is text 'YYYY-MM-DD'; a moment is an ISO 8601 text with a
 * zone, or milliseconds since the epoch. India has one zone without summer time, so the offset is a constant.
 * Source: specification, sections 3 and 9.
 */
import { DATE_PLACEHOLDERS } from './messages.ts'

export type Day = string

const IST_OFFSET_MS = 5.5 * 3_600_000
const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A row asks for day and time of the same moment one after the other. */
let lastRead: { moment: string | number; clock: Date; day: Day } | null = null

/** The same moment on a clock that shows Indian time in its UTC fields, not to be changed, and its day. */
function indianTime(moment: string | number): { clock: Date; day: Day } {
  if (lastRead?.moment === moment) return lastRead
  const milliseconds = typeof moment === 'string' ? new Date(isoMoment(moment)).getTime() : moment
  const clock = new Date(milliseconds + IST_OFFSET_MS)
  lastRead = { moment, clock, day: dayOf(clock) }
  return lastRead
}

/** The first part of what toISOString writes, in a quarter of its time. */
function dayOf(date: Date): Day {
  const digits = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1)}-${digits(date.getUTCDate())}`
}

/**
 * PostgreSQL prints `2026-11-20 10:12:52+00`, the standard asks for `2026-11-20T10:12:52+00:00`.
 *
 * @returns the same moment in ISO 8601
 */
export function isoMoment(moment: string): string {
  // Within JSON it prints the standard form, and does so thousands of times a second.
  if (moment[10] === 'T' && moment.at(-3) === ':') return moment
  return moment
    .trim()
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00')
}

/** @returns negative when the first moment is earlier, 0 when both are the same, whatever their notations */
export function compareMoments(one: string, other: string): number {
  return Date.parse(isoMoment(one)) - Date.parse(isoMoment(other))
}

/** @returns the calendar day in India at a moment */
export function indianDay(moment: string | number): Day {
  return indianTime(moment).day
}

/** @returns milliseconds until the next midnight in India */
export function untilIndianMidnight(now: number): number {
  return DAY_MS - ((now + IST_OFFSET_MS) % DAY_MS)
}

/** @returns whether a text is a day of the calendar: '2026-02-31' is not */
export function isDay(text: unknown): text is Day {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && dayOf(date) === text
}

/**
 * A date field as stored: a day, or nothing when it is missing, a placeholder text or not a date.
 *
 * @returns the day, or null
 */
export function knownDay(value: unknown): Day | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (DATE_PLACEHOLDERS.some((placeholder) => placeholder.toLowerCase() === text.toLowerCase())) return null
  const day = text.slice(0, 10)
  return isDay(day) ? day : null
}

/** @returns '24-11-2026' for '2026-11-24' */
export function formatDay(day: Day): string {
  return day.split('-').reverse().join('-')
}

/** @returns whole days from one day to another; negative when the second is earlier */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
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
export function cardDate(moment: string | number): string {
  const { clock, day } = indianTime(moment)
  return `${day.slice(8)} ${MONTHS[clock.getUTCMonth()]}`
}

/** @returns '20 Nov 2026', the date on search results */
export function cardDateWithYear(moment: string | number): string {
  return `${cardDate(moment)} ${indianTime(moment).day.slice(0, 4)}`
}

/** @returns '20-11-2026 7:20 AM' */
export function dayAndTime(moment: string | number): string {
  return `${formatDay(indianDay(moment))} ${clockTime(moment)}`
}

/** @returns '7:20 AM' */
export function clockTime(moment: string | number): string {
  const { clock } = indianTime(moment)
  const hours = clock.getUTCHours()
  return `${hours % 12 || 12}:${String(clock.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** @returns 'Fri 20 November 2026' */
export function longDay(day: Day): string {
  const date = new Date(`${day}T00:00:00Z`)
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${LONG_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

function count(days: number): string {
  return days.toLocaleString('en-IN')
}
