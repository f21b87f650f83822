import { REPORT_FOLDER } from '#domain/page-paths.ts'
import type { ContentKind } from './content-kind.ts'
import { noticePath } from './registry.ts'

/** @returns the address of the form for a mistake in a notice: '/report/jobs/ssc-cgl' */
export function reportPath(kind: ContentKind, slug: string): string {
  return `${REPORT_FOLDER}${noticePath(kind, slug)}`
}
