import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Day } from '#domain/dates.ts'
import { NoticeListPage } from './notice-list-page.tsx'

/** A list page whose rows are on their way. */
export function PendingList({ kind, today }: { kind: ContentKind; today: Day }) {
  return (
    <NoticeListPage
      kind={kind}
      today={today}
      text=""
      search=""
      rows={[]}
      pending
      moreHref={null}
      moreLoading={false}
      onSearch={() => undefined}
      onMore={() => undefined}
    />
  )
}
