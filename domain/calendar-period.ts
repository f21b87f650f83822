import { addDays, addMonths, daysBetween, isDay, weekday, type Day } from './dates.ts'
import { CALENDAR_MONTHS } from './limits.ts'

/** The months, weeks and days of the calendar. Weeks begin on Monday. Source: docs/behaviour/calendar.md#addresses */
export interface CalendarPeriod {
  unit: 'month' | 'week' | 'day'
  /** In addresses: '2026-11', '2026-w47' (ISO 8601, in lower case), '2026-11-22'. */
  name: string
  first: Day
  last: Day
}

/** @returns the period with a name, or null when there is none */
export function readPeriod(name: string): CalendarPeriod | null {
  const [, year = '', week = ''] = /^(\d{4})-w(\d\d)$/.exec(name) ?? []
  if (week) {
    const found = weekOf(addDays(`${year}-01-04`, 7 * (Number(week) - 1)))
    return found.name === name ? found : null
  }
  const first = `${name}-01`
  if (isDay(first)) return monthOf(first)
  return isDay(name) ? { unit: 'day', name, first: name, last: name } : null
}

export function monthOf(day: Day): CalendarPeriod {
  const first = `${day.slice(0, 7)}-01`
  return { unit: 'month', name: day.slice(0, 7), first, last: addDays(addMonths(first, 1), -1) }
}

export function weekOf(day: Day): CalendarPeriod {
  const first = addDays(day, -weekday(day))
  // The week belongs to the year of its Thursday.
  const year = addDays(first, 3).slice(0, 4)
  const number = Math.floor(daysBetween(`${year}-01-04`, addDays(first, weekday(`${year}-01-04`))) / 7) + 1
  return { unit: 'week', name: `${year}-w${String(number).padStart(2, '0')}`, first, last: addDays(first, 6) }
}

/** @returns the period before (-1) or after (1) */
export function neighbour({ unit, first }: CalendarPeriod, by: -1 | 1): CalendarPeriod {
  if (unit === 'month') return monthOf(addMonths(first, by))
  if (unit === 'week') return weekOf(addDays(first, 7 * by))
  const day = addDays(first, by)
  return { unit, name: day, first: day, last: day }
}

/** Whether the calendar has a period. Other periods have no address, so that crawlers do not follow links without end. */
export function isInCalendar({ first, last }: CalendarPeriod, today: Day): boolean {
  const month = `${today.slice(0, 7)}-01`
  return last >= addMonths(month, -CALENDAR_MONTHS) && first < addMonths(month, CALENDAR_MONTHS + 1)
}

/** @returns the weeks of a period from Monday to Sunday; null for a day of another month */
export function weeksOf({ first, last }: CalendarPeriod): (Day | null)[][] {
  const weeks: (Day | null)[][] = []
  for (let monday = addDays(first, -weekday(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = addDays(monday, index)
        return day >= first && day <= last ? day : null
      }),
    )
  return weeks
}
