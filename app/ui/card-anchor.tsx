import type { ReactNode } from 'react'
import { cardLink } from '#domain/content/card-link.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'

/** The link of a card, to the notice's own page or, in a new tab, to the document elsewhere. */
export function CardAnchor({ kind, notice, children }: { kind: ContentKind; notice: NoticeCard; children: ReactNode }) {
  const { href, leaves } = cardLink(kind, notice)
  return leaves ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <a href={href}>{children}</a>
  )
}
