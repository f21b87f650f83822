import type { NoticeState } from '#domain/saved/notice-state.ts'
import { formatRupees } from '#domain/numbers.ts'
import { webLink } from '#domain/web-link.ts'
import type { Day } from '#domain/dates.ts'
import type { ContentKind } from './content-kind.ts'
import { noticeApplication } from './notice-application.ts'
import { noticeDates } from './notice-dates.ts'
import { noticeFees } from './notice-fees.ts'
import type { NoticeFacts } from './notice.ts'
import { noticeLinks } from './notice-links.ts'
import { stageName } from './recruitment.ts'
import { kindOfTable, noticePath } from './registry.ts'
import { shownBadge } from './badge.ts'
import { badgeIcon } from './badge-icons.ts'

/** The present state of a notice, for visitors who have saved it. Source: docs/behaviour/saved.md#what-changed */
export function stateOfNotice(notice: NoticeFacts, today: Day): NoticeState {
  const kind = kindOfTable(notice.table)
  const badge = shownBadge(kind, notice, today)
  return {
    id: `${notice.table}:${notice.id}`,
    path: noticePath(kind, notice.slug),
    isPartial: false,
    kind: stageName(kind),
    title: notice.title,
    organization: notice.organization,
    status: notice.status,
    badge: badge && { label: badge.label, look: badge.style, icon: badgeIcon(badge) },
    dates: noticeDates(kind, notice).map(({ label, day, text, deadline }) => ({
      label,
      day,
      text,
      isDeadline: deadline,
    })),
    fees: noticeFees(kind, notice).map(({ label, amount }) => ({ label, text: formatRupees(amount) })),
    links: linksOf(kind, notice, today),
  }
}

/** The links that the page of the notice has today. */
function linksOf(kind: ContentKind, notice: NoticeFacts, today: Day): NoticeState['links'] {
  const canApply = noticeApplication(kind, notice, today)?.link != null
  return noticeLinks(kind, notice, { canApply }).flatMap(({ label, address }) => {
    const link = webLink(address)
    return link ? [{ label, href: link.href }] : []
  })
}
