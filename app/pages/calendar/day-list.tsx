import type { DayOfDates } from '#app/data/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { CALENDAR_PATH } from '#domain/page-paths.ts'
import { FirstPageLink } from '#app/pages/list/first-page-link.tsx'
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
  const first = `${CALENDAR_PATH}/${day}${query}`
  return (
    <>
      {skipped > 0 && <FirstPageLink href={first} />}
      <ul className="dates-of-day">
        {dates.entries.map((entry) => (
          <DateItem key={`${entry.row.label} ${entry.slug}`} entry={entry} />
        ))}
      </ul>
      {dates.total > next && (
        <a className="button" href={`${first}${query ? '&' : '?'}from=${next}`}>
          Show more
        </a>
      )}
    </>
  )
}
