import { existsSync, readFileSync } from 'node:fs'
import type { ContentTable } from '#domain/content/content-kind.ts'
import { byTable } from '#domain/content/registry.ts'

/** How many notices of the sample data are public, by table. */
export const SAMPLE_ROWS: Record<ContentTable, number> = byTable(({ table }) => publicRows(table))

function publicRows(table: ContentTable): number {
  const file = new URL(`../supabase/sample-data/${table}.json`, import.meta.url)
  const rows: { status?: string }[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return rows.filter(({ status }) => status !== 'inactive').length
}
