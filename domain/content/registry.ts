import type { Day } from '#domain/dates.ts'
import { admissions } from './admissions.ts'
import { admitCards } from './admit-cards.ts'
import { answerKeys } from './answer-keys.ts'
import type { ContentKind, ContentTable } from './content-kind.ts'
import { documents } from './documents.ts'
import { jobs } from './jobs.ts'
import { results } from './results.ts'
import { syllabus } from './syllabus.ts'

/** Every content kind, in the order of search categories. */
export const CONTENT_KINDS: readonly ContentKind[] = [
  jobs,
  admitCards,
  results,
  answerKeys,
  admissions,
  documents,
  syllabus,
]

/**
 * Sections of the home page in reading order on phones: pairs side by side.
 * Source: docs/behaviour/public-pages.md#home-page.
 */
export const HOME_SECTIONS: readonly ContentKind[] = [results, jobs, answerKeys, admitCards, admissions, documents]

/** @returns the kind stored in a table */
export function kindOfTable(table: ContentTable): ContentKind {
  const kind = CONTENT_KINDS.find((candidate) => candidate.table === table)
  if (!kind) throw new Error(`No content kind for table ${table}`)
  return kind
}

/** @returns the kind whose list is at a path, if any */
export function kindOfListPath(path: string): ContentKind | undefined {
  return CONTENT_KINDS.find((kind) => kind.listPath === path)
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

/** @returns whether a path is the address of a detail page */
export function isNoticePath(path: string): boolean {
  const cut = path.lastIndexOf('/')
  return cut > 0 && cut < path.length - 1 && kindOfDetailFolder(path.slice(0, cut)) !== undefined
}

/** @returns the heading of a list: the kind's label unless it has a heading of its own */
export function listHeading(kind: ContentKind, today: Day): string {
  return kind.listHeading?.(today.slice(0, 4)) ?? kind.label
}
