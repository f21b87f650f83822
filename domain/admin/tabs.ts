import type { ContentKind, ContentTable } from '#domain/content/content-kind.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { byReferenceTable, type ReferenceTable } from './reference-tables.ts'

export type AdminTable = ContentTable | ReferenceTable

/** A tab of the admin, with one table. Source: docs/behaviour/admin.md#tabs. */
export interface AdminTab {
  table: AdminTable
  /** Last segment of its path: '/admin/admit-cards'. */
  slug: string
  /** Shown on the tab, and as {tab} in messages. */
  label: string
  singular: string
  plural: string
  /** The column by which its list is ordered, newest first. Source: docs/behaviour/admin.md#tables */
  newest: 'posted_at' | 'created_at'
  /** The column that names a row. */
  heading: 'title' | 'name'
  /** Values of the status filter; '' means that no status is set. */
  statuses: readonly string[]
}

const content = ({ table, tabLabel, singular, plural, statusChoices }: ContentKind): AdminTab => ({
  table,
  slug: table.replaceAll('_', '-'),
  label: tabLabel,
  singular,
  plural,
  newest: 'posted_at',
  heading: 'title',
  statuses: [...statusChoices, ''],
})

const references = byReferenceTable<AdminTab>(({ label, singular, heading, canBeHidden }, table) => ({
  table,
  slug: table.replaceAll('_', '-'),
  label,
  singular,
  plural: table.replaceAll('_', ' '),
  newest: 'created_at',
  heading,
  statuses: canBeHidden ? ['active', 'inactive'] : [],
}))

export const ADMIN_TABS: readonly AdminTab[] = [
  ...CONTENT_KINDS.toSorted((a, b) => a.tabOrder - b.tabOrder).map(content),
  ...Object.values(references),
]

/** @returns the tab with a slug; undefined if there is none */
export function tabOfSlug(slug: string): AdminTab | undefined {
  return ADMIN_TABS.find((tab) => tab.slug === slug)
}

/** @returns the tab of a table */
export function tabOfTable(table: AdminTable): AdminTab {
  const tab = ADMIN_TABS.find((candidate) => candidate.table === table)
  if (!tab) throw new Error(`No tab for table ${table}`)
  return tab
}

/** @returns the path of a tab: '/admin/admit-cards' */
export function tabPath(tab: AdminTab): string {
  return `/admin/${tab.slug}`
}

/** @returns whether the rows of a table are notices */
export function isContentTable(table: AdminTable): table is ContentTable {
  return CONTENT_KINDS.some((kind) => kind.table === table)
}
