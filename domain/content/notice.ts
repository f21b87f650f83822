import type { ContentKind, ContentTable } from './content-kind.ts'
import { kindOfTable } from './registry.ts'

/** A row of a list. Timestamps are ISO 8601; other fields of the kind have their column names. */
export interface NoticeCard {
  id: number
  slug: string
  title: string
  status: string | null
  created_at: string
  posted_at: string
  [field: string]: unknown
}

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
}

export interface Organization {
  name: string
  slug: string
  website_url: string | null
  logo_url: string | null
}

/** Another notice of the same recruitment. */
export interface Sibling {
  table: ContentTable
  slug: string
  title: string
  status: string | null
  posted_at: string
}

/** @returns the first non-empty text among fields. Source: docs/behaviour/notices.md#which-field-wins */
export function firstText(notice: Record<string, unknown>, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = notice[field]
    if (typeof value === 'string' && value.trim()) return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return null
}

/** @returns the siblings in the chronological order of a recruitment, with their kinds */
export function siblingsByKind(siblings: readonly Sibling[]): { kind: ContentKind; sibling: Sibling }[] {
  return siblings
    .map((sibling) => ({ kind: kindOfTable(sibling.table), sibling }))
    .sort((a, b) => a.kind.priority - b.kind.priority || b.sibling.posted_at.localeCompare(a.sibling.posted_at))
}
