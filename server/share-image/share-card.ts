import type { SiteSettings } from '#app/data/site-settings.ts'
import { noticeFacts } from '#app/ui/notice/notice-facts.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { noticeApplication } from '#domain/content/notice-application.ts'
import { MAIN_KINDS, namesOf } from '#domain/content/registry.ts'
import type { Notice } from '#domain/content/notice.ts'
import { shownBadge } from '#domain/content/badge.ts'
import type { Day } from '#domain/dates.ts'

/** The texts on a share image. */
export interface ShareCard {
  siteName: string
  host: string
  /** Small line above the title. */
  kicker: string
  title: string
  /** Line below the title. */
  subtitle: string
  /** The most important facts, side by side. */
  facts: { label: string; value: string; note: string }[]
}

/** Facts for which there is room. */
const FACTS = 3

/** The texts of a notice: what it is and its state, title, organization, then dates with days left, and vacancies. */
export function noticeCard(
  { name, host }: SiteSettings,
  kind: ContentKind,
  context: { notice: Notice; today: Day },
): ShareCard {
  const { notice, today } = context
  const state = noticeApplication(kind, notice, today)?.label ?? shownBadge(kind, notice, today)?.label
  // Dates and numbers: words such as a qualification have no room beside them.
  const facts = noticeFacts({ kind, notice, today }).filter(({ value, isText }) => !isText && /^\d/.test(value))
  return {
    siteName: name,
    host,
    kicker: [kind.label, state].filter(Boolean).join(' · '),
    title: notice.title,
    subtitle: notice.organization?.name ?? '',
    facts: facts.slice(0, FACTS).map(({ label, value, note }) => ({ label, value, note: note ?? '' })),
  }
}

export function siteCard({ name, host }: SiteSettings): ShareCard {
  return {
    siteName: name,
    host,
    kicker: 'Free and independent',
    title: `Government ${namesOf(MAIN_KINDS)}`,
    subtitle: 'Every date, fee and official link on one page',
    facts: [],
  }
}
