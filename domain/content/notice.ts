import type { Tables } from '#supabase/database-types.ts'
import type { ContentKind, ContentTable } from './content-kind.ts'
import type { NoticeColumns } from './notice-columns.ts'
import { kindOfTable } from './registry.ts'

/** A row of a list. Timestamps are ISO 8601. */
export type NoticeCard = NoticeColumns &
  Pick<Tables<'jobs'>, 'id' | 'slug' | 'title' | 'status' | 'created_at' | 'posted_at'>

/** A full record with the organization and category it belongs to. */
export interface Notice extends NoticeCard {
  updated_at: string
  organization: Organization | null
  category: { name: string; slug: string } | null
}

/** A notice as feeds and calendars show it: without its long texts. */
export interface NoticeFacts extends NoticeCard {
  table: ContentTable
  updated_at: string
  /** Name of the organization. */
  organization: string | null
  /** The newest first; feeds have none. */
  corrections?: Correction[]
}

/** A change of a date, fee, number of posts or link that visitors could already read. */
export interface Correction {
  /** A column; after a dot the category in a column with categories: 'category_fees.obc'. */
  field: string
  /** The stored values as text; null for none. */
  old: string | null
  new: string | null
  /** Timestamp in ISO 8601. */
  at: string
  /** The official source that the notice named then. */
  source: string | null
}

export type Organization = Pick<Tables<'organizations'>, 'name' | 'slug' | 'website_url' | 'logo_url'>

/** Another notice of the same recruitment. */
export interface Sibling extends Pick<NoticeCard, 'slug' | 'title' | 'status' | 'posted_at'> {
  table: ContentTable
}

/** @returns the siblings in the chronological order of a recruitment, with their kinds */
export function siblingsByKind(siblings: readonly Sibling[]): { kind: ContentKind; sibling: Sibling }[] {
  return siblings
    .map((sibling) => ({ kind: kindOfTable(sibling.table), sibling }))
    .sort((a, b) => a.kind.priority - b.kind.priority || b.sibling.posted_at.localeCompare(a.sibling.posted_at))
}
