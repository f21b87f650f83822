import type { DayOfDates } from '#app/data/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { CALENDAR_PATH } from '#domain/page-paths.ts'
import { DateItem } from './date-item.tsx'

interface DayListProps {
  day: Day
  dates: DayOfDates | undefined
  skipped: number
  query: string
}

/** All dates of a day; a further page continues where this one ends. */
export function DayList({ day, dates, skipped, query }: DayListProps) {
  if (!dates) return <p className="no-dates">No dates are known for this day.</p>
  const next = skipped + dates.entries.length
  return (
    <>
      <ul className="dates-of-day">
        {dates.entries.map((entry) => (
          <DateItem key={`${entry.row.label} ${entry.slug}`} entry={entry} />
        ))}
      </ul>
      {dates.total > next && (
        <a className="button" href={`${CALENDAR_PATH}/${day}${query ? `${query}&` : '?'}from=${next}`}>
          Show more
        </a>
      )}
    </>
  )
}
