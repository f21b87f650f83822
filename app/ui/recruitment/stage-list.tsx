import { BadgeMark } from '#app/ui/badge.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { TitleText } from '#app/ui/title-text.tsx'
import { stageName, stages, type Stage } from '#domain/content/recruitment.ts'
import { noticePath } from '#domain/content/registry.ts'
import { shownBadge } from '#domain/content/shown-badge.ts'
import { cardDateWithYear, type Day } from '#domain/dates.ts'

/** The stages of a recruitment: a tick and a link for a stage with a notice, an hourglass for an awaited one. */
export function StageList({ notices, today }: { notices: readonly Stage[]; today: Day }) {
  return (
    <ol className="stages">
      {stages(notices).map(({ kind, notices: published }) => (
        <li key={kind.table} className={published.length > 0 ? 'published' : 'awaited'}>
          <Icon name={published.length > 0 ? 'check' : 'hourglass'} />
          <h3>{stageName(kind)}</h3>
          {published.length === 0 && <p>Not out yet</p>}
          {published.map((notice) => (
            <p key={notice.slug}>
              <a href={noticePath(kind, notice.slug)}>
                <TitleText text={notice.title} />
              </a>
              <span className="meta">
                <BadgeMark badge={shownBadge(kind, { ...notice, ...notice.dates }, today)} status={notice.status} />
                {cardDateWithYear(notice.posted_at)}
              </span>
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}
