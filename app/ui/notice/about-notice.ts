import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'

/** What every section of a detail page is drawn from. */
export interface AboutNotice {
  kind: ContentKind
  notice: Notice
  today: Day
}
