import type { ContentTable } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'

export interface HomeBoard {
  sections: Partial<Record<ContentTable, NoticeCard[]>>
  quickLinks: { slug: string; title: string }[]
  closingToday: NoticeCard[]
  /** Public notices per table, up to one above the cap. */
  counts: Partial<Record<ContentTable, number>>
  /** Timestamp of the newest change, ISO 8601. */
  updatedAt: string | null
}

/** What the home page shows while the backend is away. Source: docs/behaviour/messages.md#failure-is-not-emptiness. */
export const EMPTY_BOARD: HomeBoard = { sections: {}, quickLinks: [], closingToday: [], counts: {}, updatedAt: null }
