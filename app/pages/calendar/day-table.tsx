import type { DayOfDates } from '#app/data/calendar.ts'
import { weeksOf, type CalendarPeriod } from '#domain/calendar-period.ts'
import { shortDay, type Day } from '#domain/dates.ts'
import { CALENDAR_PATH } from '#domain/page-paths.ts'
import { CALENDAR_COUNTED } from '#domain/limits.ts'
import { DateItem } from './date-item.tsx'
import { periodHeading } from './period.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

interface DayTableProps {
  period: CalendarPeriod
  days: readonly DayOfDates[]
  today: Day
  query: string
}

/** A row for each week; phones show it as a list of the days that have dates. */
export function DayTable({ period, days, today, query }: DayTableProps) {
  const byDay = new Map(days.map((each) => [each.day, each]))
  return (
    <>
      {days.length === 0 && <p className="no-dates">No dates are known for this {period.unit}.</p>}
      <table className="days" aria-label={periodHeading(period)}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(period).map((week) => (
            <tr key={week.join()}>
              {week.map((day, index) =>
                day === null ? (
                  <td key={WEEKDAYS[index]}>{null}</td>
                ) : (
                  <DayCell key={day} {...{ day, today, query }} dates={byDay.get(day)} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface DayCellProps {
  day: Day
  today: Day
  dates: DayOfDates | undefined
  query: string
}

function DayCell({ day, today, dates, query }: DayCellProps) {
  const isToday = day === today
  const time = <time dateTime={day}>{shortDay(day)}</time>
  if (!dates && !isToday) return <td>{time}</td>
  const href = `${CALENDAR_PATH}/${day}${query}`
  return (
    <td className="has" id={isToday ? 'today' : undefined} aria-current={isToday ? 'date' : undefined}>
      {dates ? <a href={href}>{time}</a> : time}
      {isToday && <b>Today</b>}
      {dates && (
        <ul>
          {dates.entries.map((entry) => (
            <DateItem key={`${entry.row.label} ${entry.slug}`} entry={entry} />
          ))}
          {dates.total > dates.entries.length && (
            <li>
              <a href={href}>
                {moreText(dates)}
                <span className="visually-hidden"> on {shortDay(day)}</span>
              </a>
            </li>
          )}
        </ul>
      )}
    </td>
  )
}

function moreText({ total, entries }: DayOfDates): string {
  return total < CALENDAR_COUNTED ? `${total - entries.length} more` : `All ${CALENDAR_COUNTED} or more`
}
