import type { ContentKind } from './content-kind.ts'
import type { NoticeCard } from './notice.ts'

/** @returns the fees that are known, in rupees; 0 is a fee. Source: docs/behaviour/notices.md#fees */
export function noticeFees(kind: ContentKind, notice: NoticeCard): { label: string; amount: number }[] {
  return kind.fees.flatMap(({ label, field }) => {
    const amount = notice[field]
    return typeof amount === 'number' && Number.isFinite(amount) ? [{ label, amount }] : []
  })
}
