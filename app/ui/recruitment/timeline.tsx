import { StoredText } from '#app/ui/stored-text.tsx'
import { atToday, byDay, type DayOfEvents } from '#domain/content/timeline-days.ts'
import type { Stage, TimelineEvent } from '#domain/content/recruitment.ts'
import { noticePath } from '#domain/content/registry.ts'
import { outsideLink } from '#domain/stored-file.ts'
import { formatDay, relativeDay, type Day } from '#domain/dates.ts'

/** All dates of a recruitment along one line, with a mark for today. */
export function Timeline({ events, today }: { events: readonly TimelineEvent[]; today: Day }) {
  const { past, ahead } = atToday(byDay(events), today)
  return (
    <ol className="timeline">
      {past.map((entry) => (
        <Entry key={entry.day} entry={entry} today={today} className="past" />
      ))}
      <li className="now">
        <p>
          Today <time dateTime={today}>{formatDay(today)}</time>
        </p>
      </li>
      {ahead.map((entry) => (
        <Entry key={entry.day} entry={entry} today={today} className="ahead" />
      ))}
      {ahead.length === 0 && <li className="nothing-ahead">No further date has been announced.</li>}
    </ol>
  )
}

/** The document in which the date is announced. */
function OfficialDocument({ notice }: { notice: Stage }) {
  const official = outsideLink(notice.notification_link) ?? outsideLink(notice.official_website)
  if (!official) return null
  return (
    <a href={official.href} rel="noopener noreferrer nofollow">
      {notice.notification_link ? 'Official notification' : 'Official website'}{' '}
      <small>({official.host}, external link)</small>
    </a>
  )
}

interface EntryProps {
  entry: DayOfEvents
  today: Day
  className: 'past' | 'ahead'
}

function Entry({ entry: { day, notices }, today, className }: EntryProps) {
  return (
    <li className={className}>
      <p>
        <time dateTime={day}>{formatDay(day)}</time>
        <span>{relativeDay(day, today)}</span>
      </p>
      {notices.map(({ kind, notice, labels }) => (
        <p key={`${kind.table} ${notice.slug}`}>
          {labels.map((label) => (
            <b key={label}>{label}</b>
          ))}
          <a href={noticePath(kind, notice.slug)}>
            <StoredText text={notice.title} />
          </a>
          <OfficialDocument notice={notice} />
        </p>
      ))}
    </li>
  )
}
