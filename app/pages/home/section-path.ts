import type { ContentKind } from '#domain/content/content-kind.ts'

/** Pattern of the address that answers a search in a section of the home page with HTML of the section alone. */
export const SECTION_PATTERN = '/sections/:table'

export function sectionPath(kind: ContentKind): string {
  return SECTION_PATTERN.replace(':table', kind.table)
}
