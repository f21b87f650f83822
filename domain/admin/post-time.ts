import { clockTime, daysBetween, formatDay, indianDay, isDay } from '#domain/dates.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const IST_MINUTES = 330

const INDIAN = /^(\d\d)\/(\d\d)\/(\d{4}) +(\d{1,2}):(\d\d) *([ap])m$/i
const ISO = /^(\d{4}-\d\d-\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))? ?(?:(z)|([+-]\d\d):?(\d\d)?)?)?$/i

/**
 * Parses a post time by the same rule with which the database derives `posted_at`.
 * Source: docs/behaviour/notices.md#post-time; supabase/migrations, `rules.moment_of`.
 *
 * @param postTime DD/MM/YYYY h:mm AM|PM or YYYY-MM-DD, both in Indian time, or an ISO 8601 timestamp
 * @returns milliseconds since the epoch, or null for anything else
 */
export function parsePostTime(postTime: string): number | null {
  const text = postTime.replace(/^ +| +$/g, '')
  return parseIndian(text) ?? parseIso(text)
}

/** @returns a timestamp in the stored format, in Indian time: '05/11/2026 9:30 AM' */
export function formatPostTime(timestamp: number | string): string {
  return `${formatDay(indianDay(timestamp)).replaceAll('-', '/')} ${clockTime(timestamp)}`
}

function parseIndian(text: string): number | null {
  const [found, day, month, year, hour, minute, half] = INDIAN.exec(text) ?? []
  if (!found || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return null
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)
  return toEpoch(`${year}-${month}-${day}`, hours * 60 + Number(minute) - IST_MINUTES)
}

function parseIso(text: string): number | null {
  const [found, day = '', hour = '0', minute = '0', second = '0', utc, east, eastMinutes = '0'] = ISO.exec(text) ?? []
  if (!found || Number(hour) > 23 || Number(minute) > 59 || Number(second) >= 60) return null
  if (Math.abs(Number(east ?? 0)) > 15 || Number(eastMinutes) > 59) return null
  const ahead = Math.abs(Number(east)) * 60 + Number(eastMinutes)
  const offset = utc ? 0 : east ? (east.startsWith('-') ? -ahead : ahead) : IST_MINUTES
  return toEpoch(day, Number(hour) * 60 + Number(minute) + Number(second) / 60 - offset)
}

function toEpoch(day: string, minutes: number): number | null {
  if (!isDay(day) || day < '0001') return null
  return Math.round((daysBetween('1970-01-01', day) * DAY_MINUTES + minutes) * MINUTE_MS)
}
