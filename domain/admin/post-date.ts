import { clockTime, formatDay, type Day } from '#domain/dates.ts'

/**
 * Another day for a record, at the same time of day. Source: decisions, "Dates, order, money".
 *
 * @param postedAt the moment it was posted at so far, ISO 8601
 * @returns the post time as it is stored: '20/11/2026 7:20 AM'
 */
export function postTimeOnDay(postedAt: string, day: Day): string {
  return `${formatDay(day).replaceAll('-', '/')} ${clockTime(postedAt)}`
}
