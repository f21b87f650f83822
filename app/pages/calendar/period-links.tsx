import { isInCalendar, monthOf, neighbour, weekOf, type CalendarPeriod } from '#domain/calendar-period.ts'
import type { Day } from '#domain/dates.ts'
import { calendarPath, periodName } from './period.ts'

interface PeriodLinksProps {
  period: CalendarPeriod
  /** Query of the filter. */
  query: string
  today: Day
}

/** Leads to the periods around one, and to the month or week that it belongs to. */
export function PeriodLinks({ period, query, today }: PeriodLinksProps) {
  const { unit, first, last } = period
  const hrefOf = (target: CalendarPeriod) => calendarPath(target, today) + query
  const now = unit === 'week' ? weekOf(today) : monthOf(today)
  const inside = first <= today && today <= last ? today : first
  return (
    <nav className="period-links" aria-label="Calendar">
      <PeriodLink target={neighbour(period, -1)} rel="prev" {...{ hrefOf, today }} />
      <PeriodLink target={neighbour(period, 1)} rel="next" {...{ hrefOf, today }} />
      {unit === 'day' && <a href={hrefOf(monthOf(first))}>{periodName(monthOf(first))}</a>}
      {unit === 'month' && <a href={hrefOf(weekOf(inside))}>Week by week</a>}
      {unit === 'week' && <a href={hrefOf(monthOf(inside))}>Whole month</a>}
      {period.name !== today && <a href={now.name === period.name ? '#today' : hrefOf(now)}>Today</a>}
    </nav>
  )
}

interface PeriodLinkProps {
  target: CalendarPeriod
  rel: 'prev' | 'next'
  hrefOf: (target: CalendarPeriod) => string
  today: Day
}

/** Nothing beyond the first and the last month. */
function PeriodLink({ target, rel, hrefOf, today }: PeriodLinkProps) {
  if (!isInCalendar(target, today)) return null
  return (
    <a href={hrefOf(target)} rel={rel}>
      {periodName(target)}
    </a>
  )
}
