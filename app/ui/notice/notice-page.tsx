import { CorrectionsSection } from '#app/ui/corrections.tsx'
import { CalendarLink } from '#app/ui/calendar-link.tsx'
import { FollowLink } from '#app/ui/follow-link.tsx'
import { EligibilityLink } from '#app/ui/eligibility-link.tsx'
import { ShareButtons } from '#app/ui/share-buttons.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Correction, Notice, Sibling } from '#domain/content/notice.ts'
import { noticeApplication } from '#domain/content/notice-application.ts'
import { noticeDates } from '#domain/content/notice-dates.ts'
import { noticePath } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { isFactTable } from '#domain/eligibility/facts.ts'
import { ApplicationAnswer } from './application-answer.tsx'
import {
  AgeSection,
  CutoffsSection,
  DatesSection,
  EligibilitySection,
  FeesSection,
  VacanciesSection,
} from './fact-sections.tsx'
import { NoticeHeading } from './notice-heading.tsx'
import { PublicationAnswer } from './publication-answer.tsx'
import { LinksSection, SiblingsSection } from './link-sections.tsx'
import { SourceLine } from './source-line.tsx'
import { ContentSection, DocumentsSection, HowToSection, QuestionsSection, SelectionSection } from './text-sections.tsx'

interface NoticePageProps {
  kind: ContentKind
  notice: Notice
  corrections?: readonly Correction[]
  /** Other notices of the same recruitment. */
  siblings: Sibling[]
  recruitment: { slug: string; title: string } | null
  today: Day
  /** Canonical address, for sharing. */
  pageUrl: string
  siteUrl: string
  siteName: string
  /** The longer text of the notice, already escaped. */
  contentHtml: string | TrustedHTML | null
}

export function NoticePage(props: NoticePageProps) {
  const {
    kind,
    notice,
    corrections = [],
    siblings,
    recruitment,
    today,
    pageUrl,
    siteUrl,
    siteName,
    contentHtml,
  } = props
  const application = noticeApplication(kind, notice, today)
  const about = { kind, notice, today }
  const dates = noticeDates(kind, notice)
  return (
    <article className="notice-page" id="notice" data-live="">
      <NoticeHeading {...about} siteUrl={siteUrl} />
      <div className="notice-columns">
        <aside className="notice-answer" aria-label="At a glance">
          {application ? (
            <ApplicationAnswer {...about} application={application} siteName={siteName} />
          ) : (
            <PublicationAnswer {...about} siteName={siteName} />
          )}
          <EligibilityLink isNotice={isFactTable(kind.table)} />
          {dates.some(({ day }) => day) && <CalendarLink path={noticePath(kind, notice.slug)} />}
          <FollowLink table={kind.table} />
          <ShareButtons title={notice.title} pageUrl={pageUrl} />
        </aside>
        <div className="notice-body">
          <DatesSection {...about} />
          <CorrectionsSection kind={kind} corrections={corrections} />
          <CutoffsSection {...about} />
          <VacanciesSection {...about} />
          <EligibilitySection {...about} />
          <FeesSection {...about} />
          <AgeSection {...about} />
          <SelectionSection {...about} />
          <DocumentsSection {...about} />
          <ContentSection {...about} contentHtml={contentHtml} />
          <LinksSection {...about} canApply={application?.link != null} />
          <SiblingsSection siblings={siblings} recruitment={recruitment} />
          <QuestionsSection {...about} />
          <HowToSection {...about} />
          {dates.length === 0 && <SourceLine {...about} />}
          <p className="disclaimer">
            {siteName} is independent and not affiliated with{' '}
            <StoredText text={notice.organization?.name ?? 'any government body'} />. Verify everything in the official
            notification before you apply or pay.
          </p>
        </div>
      </div>
    </article>
  )
}
