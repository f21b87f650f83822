import type { ContentKind, ContentTable } from '#domain/content/content-kind.ts'
import { kindOfTable } from '#domain/content/registry.ts'

export type ReferenceTable = 'categories' | 'organizations' | 'recruitments'
/** @public */
export type AdminTable = ContentTable | ReferenceTable

/** A table of the back office. Source: specification, section 2, Admin; decisions, "Routes" (Syllabus). */
export interface AdminTab {
  table: AdminTable
  /** Last part of its address: '/admin/admit-cards'. */
  slug: string
  /** On the tab, and {tab} in messages. */
  label: string
  singular: string
  plural: string
}

const content = (table: ContentTable): AdminTab => {
  const { tabLabel, singular, plural }: ContentKind = kindOfTable(table)
  return { table, slug: table.replace('_', '-'), label: tabLabel, singular, plural }
}

const reference = (table: ReferenceTable, label: string, singular: string): AdminTab => ({
  table,
  slug: table,
  label,
  singular,
  plural: table,
})

export const ADMIN_TABS: readonly AdminTab[] = [
  content('jobs'),
  content('results'),
  content('admit_cards'),
  content('answer_keys'),
  content('documents'),
  content('admissions'),
  content('syllabus'),
  reference('categories', 'Categories', 'category'),
  reference('organizations', 'Organizations', 'organization'),
  reference('recruitments', 'Recruitments', 'recruitment'),
]

/** @returns the tab whose address ends in a slug, if any */
export function tabOfSlug(slug: string): AdminTab | undefined {
  return ADMIN_TABS.find((tab) => tab.slug === slug)
}

/** @returns the address of a tab: '/admin/admit-cards' */
export function tabPath(tab: AdminTab): string {
  return `/admin/${tab.slug}`
}
