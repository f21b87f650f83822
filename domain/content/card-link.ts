import { webLink } from '#domain/web-link.ts'
import type { ContentKind } from './content-kind.ts'
import type { NoticeCard } from './notice.ts'
import { noticePath } from './registry.ts'

/**
 * Target of a card. A document on another site opens there, in a new tab; everything else opens its own page.
 * Source: docs/behaviour/public-pages.md#where-a-card-leads.
 */
export function cardLink(kind: ContentKind, notice: NoticeCard): { href: string; leaves: boolean } {
  const elsewhere = kind.badge(notice).style === 'external-link' ? webLink(notice.document_url) : null
  return elsewhere ? { href: elsewhere.href, leaves: true } : { href: noticePath(kind, notice.slug), leaves: false }
}
