import { NoticeCard } from '#app/ui/notice-card.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard as Card } from '#domain/content/notice.ts'
import type { Day } from '#domain/dates.ts'

export interface ListRowsProps {
  kind: ContentKind
  today: Day
  rows: Card[]
}

export function ListRows({ kind, today, rows }: ListRowsProps) {
  return (
    <ul className={`notice-list ${kind.table}`}>
      {rows.map((notice) => (
        <NoticeCard key={notice.id} kind={kind} notice={notice} today={today} />
      ))}
    </ul>
  )
}
