import type { FoundNotice } from '#app/data/search.ts'
import { BadgeMark } from '#app/ui/badge.tsx'
import { Highlighted } from '#app/ui/highlighted.tsx'
import { PathIcon } from '#app/ui/icon.tsx'
import { WholeDays } from '#app/ui/whole-days.tsx'
import { kindOfTable } from '#domain/content/registry.ts'
import { shownBadge } from '#domain/content/badge.ts'
import { cardDateWithYear, formatDay, indianDay, knownDay, type Day } from '#domain/dates.ts'
import { SEARCH } from '#domain/search-messages.ts'

interface ResultCardProps {
  result: FoundNotice
  text: string
  today: Day
  /** Element of the title. */
  heading?: 'h2' | 'h3'
}

export function ResultCard({ result, text, today, heading: Heading = 'h2' }: ResultCardProps) {
  // Results lead to the page of a document, never to the document itself.
  const badge = shownBadge(kindOfTable(result.category), { ...result, document_url: null }, today)
  return (
    <li className="card result-card" data-id={`${result.category} ${result.id}`}>
      <Heading>
        <a href={result.route}>
          <Highlighted title={result.title} text={text} />
        </a>
      </Heading>
      <p className="meta">
        <span>
          <PathIcon path={kindOfTable(result.category).icon} />
          {result.categoryLabel}
        </span>
        <time dateTime={indianDay(result.posted_at)}>{cardDateWithYear(result.posted_at)}</time>
        <LabelledDay label={SEARCH.applyBy} date={result.apply_end_date} />
        <LabelledDay label={SEARCH.exam} date={result.exam_date} />
      </p>
      <BadgeMark badge={badge} status={result.status} />
    </li>
  )
}

function LabelledDay({ label, date }: { label: string; date: string | null }) {
  const day = knownDay(date)
  return day ? (
    <span>
      {label}{' '}
      <b>
        <WholeDays text={formatDay(day)} />
      </b>
    </span>
  ) : null
}
