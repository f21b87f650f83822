import { clockTime, formatDay, type Day } from '#domain/dates.ts'

/**
 * Moves a post time to another day, at the same time of day. Source: docs/behaviour/admin.md#changing-the-post-date.
 *
 * @param postedAt timestamp of the record's current post time, ISO 8601
 * @returns the post time in the stored format: '20/11/2026 7:20 AM'
 */
export function postTimeOnDay(postedAt: string, day: Day): string {
  return `${formatDay(day).replaceAll('-', '/')} ${clockTime(postedAt)}`
}
