import { monthOf, type CalendarPeriod } from '#domain/calendar-period.ts'
import { longDay, longMonth, shortDay, type Day } from '#domain/dates.ts'
import { CALENDAR_PATH } from '#domain/page-paths.ts'

/** @returns the canonical address of a period: '/calendar' for the present month, '/calendar/2026-12' */
export function calendarPath({ name }: Pick<CalendarPeriod, 'name'>, today: Day): string {
  return name === monthOf(today).name ? CALENDAR_PATH : `${CALENDAR_PATH}/${name}`
}

/** @returns 'November 2026', '16 Nov to 22 Nov', '22 Nov': the heading in a few words */
export function periodName({ unit, first, last }: CalendarPeriod): string {
  if (unit === 'month') return longMonth(first)
  return unit === 'day' ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`
}

/** @returns 'November 2026', '16 Nov to 22 Nov 2026', 'Sun 22 November 2026' */
export function periodHeading({ unit, first, last }: CalendarPeriod): string {
  if (unit === 'month') return longMonth(first)
  return unit === 'day' ? longDay(first) : `${shortDay(first)} to ${shortDay(last)} ${last.slice(0, 4)}`
}
