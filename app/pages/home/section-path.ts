import type { ContentKind } from '#domain/content/content-kind.ts'

/** Path pattern for a search in a section of the home page; the response is HTML of that section only. */
export const SECTION_PATTERN = '/sections/:table'

export function sectionPath(kind: ContentKind): string {
  return SECTION_PATTERN.replace(':table', kind.table)
}
