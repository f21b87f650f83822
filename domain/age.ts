import { daysBetween, isDay, type Day } from './dates.ts'

/** An age, or a difference of two: completed years, completed months after them, and days after those. */
export interface Age {
  years: number
  months: number
  days: number
}

/**
 * @param born the day of birth
 * @param on a day not before it
 * @returns the age on a day. Source: docs/behaviour/eligibility.md#ages
 */
export function ageOn(born: Day, on: Day): Age {
  const completed = monthsBetween(born, on)
  return {
    years: Math.floor(completed / 12),
    months: completed % 12,
    days: daysBetween(afterMonths(born, completed), on),
  }
}

/**
 * @returns the same day some months later; the first of the next month where that month has no such day: 29 February
 *   is followed by 1 March in years without it
 */
export function afterMonths(day: Day, months: number): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const count = year * 12 + month - 1 + months
  const same = `${monthText(count)}-${day.slice(8)}`
  return isDay(same) ? same : `${monthText(count + 1)}-01`
}

/** @returns '2 years 1 month 5 days', without the units that are 0; '0 days' for none */
export function ageText({ years, months, days }: Age): string {
  const named = [unit(years, 'year'), unit(months, 'month'), unit(days, 'day')].filter((text) => text !== '')
  return named.join(' ') || '0 days'
}

function monthsBetween(from: Day, to: Day): number {
  const months = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const most = months(to) - months(from)
  return afterMonths(from, most) <= to ? most : most - 1
}

function monthText(count: number): string {
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

function unit(count: number, name: string): string {
  if (count === 0) return ''
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
