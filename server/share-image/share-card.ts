import type { SiteSettings } from '#app/data/site-settings.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { noticeApplication } from '#domain/content/notice-application.ts'
import { noticeDates } from '#domain/content/notice-dates.ts'
import type { Notice } from '#domain/content/notice.ts'
import { shownBadge } from '#domain/content/shown-badge.ts'
import { formatDay, type Day } from '#domain/dates.ts'

/** The texts on a share image. */
export interface ShareCard {
  siteName: string
  host: string
  /** Small line above the title. */
  kicker: string
  title: string
  /** Lines below the title: organization, and application state with a date. */
  facts: string[]
}

/** The texts of a notice: title, organization, last date, application state. Source: ogp.me, og:image. */
export function noticeCard(
  { name, host }: SiteSettings,
  kind: ContentKind,
  context: { notice: Notice; today: Day },
): ShareCard {
  const { notice, today } = context
  const application = noticeApplication(kind, notice, today)
  const lastDay = application?.end ? `Last date ${formatDay(application.end)}` : nextDate(kind, notice)
  const state = application?.label ?? shownBadge(kind, notice, today)?.label
  return {
    siteName: name,
    host,
    kicker: kind.label,
    title: notice.title,
    facts: [notice.organization?.name, [state, lastDay].filter(Boolean).join(' · ')].filter(
      (fact) => fact !== undefined,
    ),
  }
}

export function siteCard({ name, host }: SiteSettings): ShareCard {
  return {
    siteName: name,
    host,
    kicker: 'Free and independent',
    title: 'Government jobs, admit cards, results and answer keys',
    facts: ['Every date, fee and official link on one page'],
  }
}

function nextDate(kind: ContentKind, notice: Notice): string | null {
  const dated = noticeDates(kind, notice).findLast(({ day }) => day !== null)
  return dated?.day ? `${dated.label} ${formatDay(dated.day)}` : null
}
