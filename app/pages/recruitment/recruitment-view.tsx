import { BadgeMark } from '#app/ui/badge.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { CalendarLink } from '#app/ui/calendar-link.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { stageName, stages, timeline, type Recruitment, type TimelineEvent } from '#domain/content/recruitment.ts'
import { noticePath } from '#domain/content/registry.ts'
import { cardDate, dayAndTime, formatDay, relativeDay, type Day } from '#domain/dates.ts'

interface RecruitmentPageProps {
  recruitment: Recruitment
  today: Day
  siteName: string
}

/** One recruitment from its notification to its result. */
export function RecruitmentPage({ recruitment, today, siteName }: RecruitmentPageProps) {
  const { title, slug, organization, notices } = recruitment
  const events = timeline(notices)
  const changed = [recruitment.updated_at, ...notices.map((notice) => notice.posted_at)].toSorted().at(-1)
  return (
    <article className="notice-page">
      <header className="notice-heading">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
        <h1 tabIndex={-1}>{title}</h1>
        {organization && <p className="organization">{organization.name}</p>}
        {changed && <p className="posted">Last updated {dayAndTime(changed)}</p>}
      </header>
      <div className="notice-columns">
        <aside className="notice-answer" aria-label="Stages">
          <Stages recruitment={recruitment} />
          {events.some(({ isPosting }) => !isPosting) && <CalendarLink path={recruitmentPath(slug)} />}
        </aside>
        <div className="notice-body">
          <PageSection heading="Timeline">
            {events.length > 0 ? <Timeline events={events} today={today} /> : <p>No dates have been announced yet.</p>}
          </PageSection>
          <p className="disclaimer">
            {siteName} is independent and not affiliated with {organization?.name ?? 'any government body'}. Verify
            every date in the official notification.
          </p>
        </div>
      </div>
    </article>
  )
}

function Stages({ recruitment }: { recruitment: Recruitment }) {
  return (
    <ol className="stages">
      {stages(recruitment.notices).map(({ kind, notices }) => (
        <li key={kind.table} className={notices.length > 0 ? 'out' : 'awaited'}>
          <h2>{stageName(kind)}</h2>
          {notices.length === 0 && <p>Not out yet</p>}
          {notices.map((notice) => (
            <p key={notice.slug}>
              <a href={noticePath(kind, notice.slug)}>{notice.title}</a>
              <span className="meta">
                <BadgeMark badge={kind.badge(notice)} />
                {cardDate(notice.posted_at)}
              </span>
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

function Timeline({ events, today }: { events: readonly TimelineEvent[]; today: Day }) {
  return (
    <ol className="timeline">
      {events.map(({ day, label, kind, notice }) => (
        <li key={`${day} ${label}`} className={day < today ? 'past' : day === today ? 'today' : 'ahead'}>
          <time dateTime={day}>{formatDay(day)}</time>
          <p>
            <b>{label}</b>
            <span>{relativeDay(day, today)}</span>
            <a href={noticePath(kind, notice.slug)}>{notice.title}</a>
          </p>
        </li>
      ))}
    </ol>
  )
}
