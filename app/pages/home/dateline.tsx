import type { HomeBoard } from '#app/data/home-board.ts'
import { StoredText } from '#app/ui/stored-text.tsx'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import { clockTime, formatDay, indianDay, longDay, type Day } from '#domain/dates.ts'

/** Most titles that are named on the line of closing jobs; the others are only counted. */
const NAMED = 2

/** The jobs that close today, and the time of the last update. */
export function Dateline({ board, today }: { board: HomeBoard; today: Day }) {
  return (
    <div className="dateline" id="dateline" data-live="">
      {board.closingToday.length > 0 && <ClosingToday closing={board.closingToday} />}
      <p>
        {longDay(today)}
        {board.updatedAt && `, updated ${updateTime(board.updatedAt, today)}`}
      </p>
    </div>
  )
}

function ClosingToday({ closing }: { closing: HomeBoard['closingToday'] }) {
  const jobs = kindOfTable('jobs')
  const others = closing.length - NAMED
  return (
    <p className="closing-today">
      <b>Last date today:</b>{' '}
      {closing.slice(0, NAMED).map(({ slug, title }, position) => (
        <span key={slug}>
          {position > 0 && ', '}
          <a href={noticePath(jobs, slug)}>
            <StoredText text={title} />
          </a>
        </span>
      ))}
      {others > 0 && (
        <>
          {' '}
          and <a href={jobs.listPath}>{others} more</a>
        </>
      )}
    </p>
  )
}

function updateTime(timestamp: string, today: Day): string {
  const day = indianDay(timestamp)
  return day === today ? clockTime(timestamp) : formatDay(day)
}
