import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'

/** Props of every section of a detail page. */
export interface NoticeSectionProps {
  kind: ContentKind
  notice: Notice
  today: Day
}
