import type { ContentKind } from './content-kind.ts'
import { firstText, type NoticeColumns } from './notice-columns.ts'

/** @returns the links of a notice that its page has, as they are stored. Source: docs/behaviour/notices.md#links */
export function noticeLinks(
  kind: ContentKind,
  notice: NoticeColumns,
  { canApply }: { canApply: boolean },
): { label: string; address: string }[] {
  return kind.links.flatMap(({ label, fields, onlyWhileOpen, unlessIn }) => {
    const address = onlyWhileOpen && !canApply ? null : firstText(notice, fields)
    return address && address !== firstText(notice, unlessIn ?? []) ? [{ label, address }] : []
  })
}
