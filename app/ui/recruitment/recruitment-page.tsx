import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { CalendarLink } from '#app/ui/calendar-link.tsx'
import { FollowLink } from '#app/ui/follow-link.tsx'
import { OrganizationLine } from '#app/ui/organization-line.tsx'
import { titleSize } from '#app/ui/notice/title-size.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { WholeDays } from '#app/ui/whole-days.tsx'
import { nextStep } from '#domain/content/next-step.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { timeline, type Recruitment } from '#domain/content/recruitment.ts'
import { dayAndTime, type Day } from '#domain/dates.ts'
import { trackerSteps } from '#domain/content/tracker.ts'
import { NextStepCard } from './next-step-card.tsx'
import { AllCorrectionsSection, CutoffsSection, VacanciesSection } from './recruitment-facts.tsx'
import { StageList } from './stage-list.tsx'
import { Timeline } from './timeline.tsx'

interface RecruitmentPageProps {
  recruitment: Recruitment
  today: Day
  siteUrl: string
  siteName: string
}

/** A recruitment from its notification to its result: the next step, all stages and all dates. */
export function RecruitmentPage({ recruitment, today, siteUrl, siteName }: RecruitmentPageProps) {
  const { title, slug, organization, notices } = recruitment
  const events = timeline(notices)
  const changed = [recruitment.updated_at, ...notices.map((notice) => notice.posted_at)].toSorted().at(-1)
  return (
    <article className="notice-page" id="recruitment" data-live="">
      <header className="notice-heading">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
        <h1 tabIndex={-1} className={titleSize(title)}>
          <StoredText text={title} />
        </h1>
        {organization && <OrganizationLine organization={organization} siteUrl={siteUrl} />}
        {changed && (
          <p className="posted">
            <WholeDays text={`Last updated ${dayAndTime(changed)}`} />
          </p>
        )}
      </header>
      <div className="notice-columns">
        <aside className="notice-answer" aria-label="What comes next">
          <NextStepCard step={nextStep(recruitment, today)} today={today} />
          {events.some(({ isPosting }) => !isPosting) && <CalendarLink path={recruitmentPath(slug)} />}
          <FollowLink table="recruitments" />
        </aside>
        <div className="notice-body">
          <PageSection heading="Stages">
            <StageList steps={trackerSteps(notices, today)} today={today} />
          </PageSection>
          <PageSection heading="Timeline">
            {events.length > 0 ? (
              <Timeline events={events} today={today} />
            ) : (
              <p className="prose">No dates have been announced yet.</p>
            )}
          </PageSection>
          <AllCorrectionsSection notices={notices} />
          <CutoffsSection notices={notices} />
          <VacanciesSection notices={notices} />
          <p className="disclaimer">
            {siteName} is independent and not affiliated with{' '}
            <StoredText text={organization?.name ?? 'any government body'} />. Verify every date in the official
            notification.
          </p>
        </div>
      </div>
    </article>
  )
}
