import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import type { AdminTable } from './tabs.ts'

/** @returns the address at which visitors see a record; null for those that have no page of their own */
export function publicPath(table: AdminTable, slug: string): string | null {
  if (table === 'organizations' || table === 'categories') return null
  return table === 'recruitments' ? recruitmentPath(slug) : noticePath(kindOfTable(table), slug)
}
