import { BadgeMark } from '#app/ui/badge.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { WholeDays } from '#app/ui/whole-days.tsx'
import type { Stage } from '#domain/content/recruitment.ts'
import { noticePath } from '#domain/content/registry.ts'
import { shownBadge } from '#domain/content/badge.ts'
import type { TrackerStep } from '#domain/content/tracker.ts'
import { cardDateWithYear, type Day } from '#domain/dates.ts'

/** The steps of a recruitment: a tick for one that was reached, an hourglass for an awaited one, and where it is today. */
export function StageList({ steps, today }: { steps: readonly TrackerStep[]; today: Day }) {
  return (
    <ol className="stages">
      {steps.map(({ name, notices, days, isReached, isHere, usually }) => (
        <li key={name} className={isReached ? 'published' : 'awaited'} aria-current={isHere ? 'step' : undefined}>
          <Icon name={isReached ? 'check' : 'hourglass'} />
          <h3>
            {name} {isHere && <b>You are here</b>}
          </h3>
          {days && (
            <p>
              <WholeDays text={days} />
            </p>
          )}
          {notices.length === 0 && !days && <p>Not out yet. {usually}</p>}
          {notices.map(({ kind, notice }) => (
            <p key={notice.slug}>
              <a href={noticePath(kind, notice.slug)}>
                <StoredText text={notice.title} />
              </a>
              <span className="meta">
                <BadgeMark badge={shownBadge(kind, badgedNotice(notice), today)} status={notice.status} />
                {cardDateWithYear(notice.posted_at)}
              </span>
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

function badgedNotice({ status, posted_at, dates }: Stage) {
  return { status, posted_at, ...dates }
}
