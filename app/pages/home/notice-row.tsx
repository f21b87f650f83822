import { renderToStaticMarkup } from 'react-dom/server'
import { BadgeMark } from '#app/ui/badge.tsx'
import { escapeHtml } from '#domain/escape-html.ts'
import type { Badge } from '#domain/content/badge.ts'
import { cardLink } from '#domain/content/card-link.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { shownBadge } from '#domain/content/badge.ts'
import { cardDate, indianDay, type Day } from '#domain/dates.ts'
import { withLanguages } from '#domain/text-language.ts'

interface NoticeRowProps {
  kind: ContentKind
  notice: NoticeCard
  today: Day
  /** Whether the row is hidden on phones until all rows are shown. */
  folded: boolean
  /** Takes a text out of the HTML. */
  separate: (html: string) => string
}

/**
 * Renders a row of a home section. The whole row is the link.
 *
 * @returns HTML, because 140 rows as React elements took half of the time to render a home page
 */
export function noticeRow({ kind, notice, today, folded, separate }: NoticeRowProps): string {
  const day = indianDay(notice.posted_at)
  const isFresh = day === today
  const { href, target, rel } = cardLink(kind, notice)
  return (
    `<li class="notice-row${isFresh ? ' fresh' : ''}${folded ? ' folded' : ''}" data-id="${notice.id}">` +
    `<a href="${escapeHtml(href)}"${target ? ` target="${target}"` : ''}${rel ? ` rel="${rel}"` : ''}>` +
    `<span class="title">${separate(withLanguages(escapeHtml(notice.title)))}</span>` +
    `<span class="meta"><time datetime="${day}">${isFresh ? 'Today' : cardDate(notice.posted_at)}</time>` +
    `${badgeHtml(shownBadge(kind, notice, today), notice.status)}</span></a></li>`
  )
}

/** Cache of rendered badges: the statuses of the form, and few others that admins have written. */
const MAX_BADGES = 100
const badges = new Map<string, string>()

function badgeHtml(badge: Badge | null, status: string | null): string {
  if (!badge) return ''
  const name = `${badge.style} ${badge.label} ${status}`
  const html = badges.get(name) ?? renderToStaticMarkup(<BadgeMark badge={badge} status={status} />)
  if (badges.size < MAX_BADGES) badges.set(name, html)
  return html
}
