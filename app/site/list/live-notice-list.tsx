import { LikelyNext } from '#app/site/detail/likely-next.tsx'
import { NewNotices } from '#app/site/live/new-notices.tsx'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import { PREFETCHED_NOTICES } from '#domain/limits.ts'
import { NoticeListPage } from './notice-list-page.tsx'
import { useNoticeList, type ListReply } from './use-notice-list.ts'

export function LiveNoticeList({ first }: { first: ListReply }) {
  const kind = kindOfTable(first.table)
  const list = useNoticeList(kind, first)
  const likely = list.rows.slice(0, PREFETCHED_NOTICES).map(({ slug }) => noticePath(kind, slug))
  return (
    <>
      <NewNotices count={list.waiting} onShow={list.showWaiting} />
      <NoticeListPage
        kind={kind}
        today={first.today}
        text={list.text}
        search={list.search}
        rows={list.rows}
        pending={list.loading}
        moreHref={list.moreHref}
        moreLoading={list.moreLoading}
        onSearch={list.setText}
        onMore={list.loadMore}
      />
      <LikelyNext paths={likely} />
    </>
  )
}
