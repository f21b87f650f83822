import { KeyValueTable } from '#app/ui/key-value-table.tsx'
import { APPLICANT_CATEGORIES, numbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { labelOf } from '#domain/content/choice.ts'
import type { NoticeColumns } from '#domain/content/notice-columns.ts'
import { formatMark } from '#domain/numbers.ts'

interface CutoffTableProps {
  caption: string
  captionHidden?: boolean
  /** As stored. */
  cutoffs: NoticeColumns['cutoffs']
}

/** With how many marks each category was selected. Source: docs/behaviour/notices.md#cut-offs */
export function CutoffTable({ cutoffs, ...caption }: CutoffTableProps) {
  const rows = Object.entries(numbersByCategory(cutoffs)).map(([category, mark]) => ({
    label: labelOf(APPLICANT_CATEGORIES, category),
    value: formatMark(mark),
  }))
  return <KeyValueTable {...caption} rows={rows} />
}

/** Whether a notice states the cut-off of any category. */
export function hasCutoffs({ cutoffs }: Pick<NoticeColumns, 'cutoffs'>): boolean {
  return Object.keys(numbersByCategory(cutoffs)).length > 0
}
