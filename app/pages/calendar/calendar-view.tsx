import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { CALENDAR_FILE, calendarTitle, filterQuery } from '#domain/calendar-address.ts'
import type { Day } from '#domain/dates.ts'
import { CalendarFilterForm } from './calendar-filter-form.tsx'
import { DayList } from './day-list.tsx'
import { DayTable } from './day-table.tsx'
import type { CalendarData } from './page.tsx'
import { PeriodLinks } from './period-links.tsx'
import { periodHeading } from './period.ts'

interface CalendarViewProps extends CalendarData {
  today: Day
  siteUrl: string
}

/** A month or week as a table, a day as a list. Source: docs/behaviour/calendar.md#pages */
export function CalendarView({ period, filter, skipped, days, today, siteUrl }: CalendarViewProps) {
  const query = filterQuery(filter)
  const heading = periodHeading(period)
  return (
    <>
      <div className="calendar-heading">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
        <h1 tabIndex={-1}>{heading}</h1>
        <p>{calendarTitle(filter)} of the notices on this site. Days are those of India.</p>
      </div>
      <PeriodLinks period={period} query={query} today={today} />
      <CalendarFilterForm filter={filter} />
      <div id="calendar" data-live="">
        {period.unit === 'day' ? (
          <DayList day={period.first} dates={days[0]} skipped={skipped} query={query} />
        ) : (
          <DayTable period={period} days={days} today={today} query={query} />
        )}
      </div>
      <p className="subscribe">
        {calendarTitle(filter)} in the calendar of your phone, always up to date:{' '}
        <a href={`${siteUrl.replace(/^https?/, 'webcal')}${CALENDAR_FILE}${query}`}>Subscribe</a>{' '}
        <a href={CALENDAR_FILE + query}>Calendar file</a>
      </p>
    </>
  )
}
