import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { CONTENT_KINDS, noticePath } from '#domain/content/registry.ts'
import type { AdminTable } from './tabs.ts'

/** @returns the path of a record's public page; null for tables whose records have no page of their own */
export function publicPath(table: AdminTable, slug: string): string | null {
  if (table === 'recruitments') return recruitmentPath(slug)
  const kind = CONTENT_KINDS.find((each) => each.table === table)
  return kind ? noticePath(kind, slug) : null
}
