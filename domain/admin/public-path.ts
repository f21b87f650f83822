import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import { isContentTable, type AdminTable } from './tabs.ts'

/** @returns the path of a record's public page; null for tables whose records have no page of their own */
export function publicPath(table: AdminTable, slug: string): string | null {
  if (table === 'recruitments') return recruitmentPath(slug)
  return isContentTable(table) ? noticePath(kindOfTable(table), slug) : null
}
