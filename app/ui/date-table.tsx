import { daysBetween, formatDay, relativeDay, type Day } from '#domain/dates.ts'
import { LAST_DAYS } from '#domain/limits.ts'
import type { NoticeDate } from '#domain/content/notice-dates.ts'
import { StoredText } from './stored-text.tsx'

/** Dates with their distance from today; a near deadline is highlighted. */
export function DateTable({ caption, dates, today }: { caption: string; dates: readonly NoticeDate[]; today: Day }) {
  return (
    <table className="facts-table dates" aria-label={caption}>
      <tbody>
        {dates.map((date) => (
          <tr key={date.label} className={isNear(date, today) ? 'near' : undefined}>
            <th scope="row">{date.label}</th>
            <td>
              {date.day ? <time dateTime={date.day}>{formatDay(date.day)}</time> : <StoredText text={date.text} />}
            </td>
            <td>{date.day && relativeDay(date.day, today)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function isNear({ day, deadline }: NoticeDate, today: Day): boolean {
  if (!deadline || !day) return false
  const left = daysBetween(today, day)
  return left >= 0 && left <= LAST_DAYS
}
