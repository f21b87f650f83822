import { TitleText } from '#app/ui/title-text.tsx'
import { atToday } from '#domain/content/next-step.ts'
import type { TimelineEvent } from '#domain/content/recruitment.ts'
import { noticePath } from '#domain/content/registry.ts'
import { formatDay, relativeDay, type Day } from '#domain/dates.ts'

/** Every date of a recruitment along one line, with a mark where today is. */
export function Timeline({ events, today }: { events: readonly TimelineEvent[]; today: Day }) {
  const { past, ahead } = atToday(events, today)
  return (
    <ol className="timeline">
      {past.map((event) => (
        <Entry key={keyOf(event)} event={event} today={today} className="past" />
      ))}
      <li className="now">
        <span>
          Today, <time dateTime={today}>{formatDay(today)}</time>
        </span>
      </li>
      {ahead.map((event) => (
        <Entry key={keyOf(event)} event={event} today={today} className="ahead" />
      ))}
      {ahead.length === 0 && <li className="nothing-ahead">No further date has been announced.</li>}
    </ol>
  )
}

interface EntryProps {
  event: TimelineEvent
  today: Day
  className: 'past' | 'ahead'
}

function Entry({ event: { day, label, kind, notice }, today, className }: EntryProps) {
  return (
    <li className={className}>
      <p>
        <time dateTime={day}>{formatDay(day)}</time>
        <span>{relativeDay(day, today)}</span>
      </p>
      <p>
        <b>{label}</b>
        <a href={noticePath(kind, notice.slug)}>
          <TitleText text={notice.title} />
        </a>
      </p>
    </li>
  )
}

function keyOf({ day, label }: TimelineEvent): string {
  return `${day} ${label}`
}
