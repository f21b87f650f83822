import type { Day } from '#domain/dates.ts'
import type { ContentKind, ContentTable } from './content-kind.ts'
import * as kinds from './kinds.ts'

/** Every content kind, in the order of search categories. */
export const CONTENT_KINDS: readonly ContentKind[] = Object.values<ContentKind>(kinds).toSorted(
  (a, b) => a.priority - b.priority,
)

/** The kinds in the bar of the navigation. */
export const MAIN_KINDS: readonly ContentKind[] = CONTENT_KINDS.filter(({ menu }) => menu.group === 'main')

/** The kinds that the icon of the installed app offers, and that texts name which have no room for all. */
export const SHORTCUT_KINDS: readonly ContentKind[] = CONTENT_KINDS.filter(({ isShortcut }) => isShortcut)

export const CONTENT_TABLES: readonly ContentTable[] = CONTENT_KINDS.map(({ table }) => table)

/** The kinds with a section on the home page, in reading order on phones. */
export const HOME_SECTIONS: readonly ContentKind[] = homeSections('phone')

/** @returns the kinds with a section on the home page, in the order on a device */
export function homeSections(device: 'phone' | 'laptop'): ContentKind[] {
  const positionOf = ({ home }: ContentKind) => home?.[device] ?? 0
  return CONTENT_KINDS.filter(({ home }) => home).toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** @returns a record with a value for every kind, by table */
export function byTable<Value>(valueOf: (kind: ContentKind) => Value): Record<ContentTable, Value> {
  return Object.fromEntries(CONTENT_KINDS.map((kind) => [kind.table, valueOf(kind)])) as Record<ContentTable, Value>
}

/** @returns kinds in a sentence: 'jobs, admit cards and results' */
export function namesOf(listed: readonly ContentKind[]): string {
  return new Intl.ListFormat('en-GB').format(listed.map(({ plural }) => plural))
}

/** @returns the kind stored in a table */
export function kindOfTable(table: ContentTable): ContentKind {
  const kind = CONTENT_KINDS.find((candidate) => candidate.table === table)
  if (!kind) throw new Error(`No content kind for table ${table}`)
  return kind
}

/** @returns the kind whose details are in a folder, in any of its spellings */
export function kindOfDetailFolder(folder: string): ContentKind | undefined {
  return CONTENT_KINDS.find((kind) => kind.detailFolder === folder || kind.otherFolders.includes(folder))
}

/** @returns the canonical address of a notice: '/admit-cards/ssc-cgl' */
export function noticePath(kind: ContentKind, slug: string): string {
  return `${kind.detailFolder}/${encodeURIComponent(slug)}`
}

/**
 * @returns the address by which the global search leads to a notice: '/admit-card/ssc-cgl'.
 * Source: docs/behaviour/public-pages.md#addresses
 */
export function foundPath(kind: ContentKind, slug: string): string {
  return `${kind.otherFolders[0] ?? kind.detailFolder}/${encodeURIComponent(slug)}`
}

/** @returns the heading of a list: the kind's label unless it has a heading of its own */
export function listHeading(kind: ContentKind, today: Day): string {
  return kind.listHeading?.(today.slice(0, 4)) ?? kind.label
}
