import { isStoredFile } from '#domain/stored-file.ts'
import { webLink } from '#domain/web-link.ts'
import type { ContentKind } from './content-kind.ts'
import type { NoticeCard } from './notice.ts'
import { noticePath } from './registry.ts'

/** Attributes of the link of a card. */
export interface CardLink {
  href: string
  target?: '_blank'
  rel?: string
}

/**
 * Target of a card. A document with an address opens there, in a new tab; everything else opens its own page.
 * Source: docs/behaviour/public-pages.md#where-a-card-leads.
 */
export function cardLink(kind: ContentKind, notice: NoticeCard): CardLink {
  const document = webLink(notice.document_url)
  if (!document) return { href: noticePath(kind, notice.slug) }
  const { href } = document
  return isStoredFile(href)
    ? { href, target: '_blank' }
    : { href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}
