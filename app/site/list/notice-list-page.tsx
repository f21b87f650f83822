import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NoticeCard } from '#app/ui/notice-card.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard as Card } from '#domain/content/notice.ts'
import { listHeading } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { countOf } from '#domain/numbers.ts'
import { COUNT_CAP } from '#domain/limits.ts'
import { LIST } from '#domain/messages.ts'
import { ListEmpty } from './list-empty.tsx'
import { ListSearch } from './list-search.tsx'
import { ShowMore } from './show-more.tsx'

export interface NoticeListPageProps {
  kind: ContentKind
  today: Day
  /** What stands in the search box. */
  text: string
  /** The text the rows answer. */
  search: string
  rows: Card[]
  /** Whether other rows than these are on their way. */
  pending: boolean
  /** Address of the next page; null on the last one. */
  moreHref: string | null
  moreLoading: boolean
  onSearch: (text: string) => void
  onMore: () => void
}

export function NoticeListPage(props: NoticeListPageProps) {
  const { kind, today, text, onSearch } = props
  return (
    <>
      <div className="list-heading">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
        <h1 tabIndex={-1}>{listHeading(kind, today)}</h1>
        <p>{kind.lede}</p>
        {kind.intro && <p className="intro">{kind.intro}</p>}
      </div>
      <div className="list-tools">
        <ListSearch kind={kind} text={text} onSearch={onSearch} />
        <output>{status(props)}</output>
      </div>
      <Rows {...props} />
    </>
  )
}

function Rows({ kind, today, search, rows, pending, moreHref, moreLoading, onSearch, onMore }: NoticeListPageProps) {
  if (rows.length === 0) {
    return pending ? <Skeleton /> : <ListEmpty kind={kind} search={search} onClear={() => onSearch('')} />
  }
  return (
    <>
      <ul className={`notice-list ${kind.table}`} aria-busy={pending}>
        {rows.map((notice) => (
          <NoticeCard key={notice.id} kind={kind} notice={notice} today={today} />
        ))}
      </ul>
      <ShowMore shown={rows.length} href={moreHref} loading={moreLoading} onMore={onMore} />
    </>
  )
}

function status({ kind, rows, pending, search, moreHref }: NoticeListPageProps): string {
  if (pending) return LIST.loading
  if (rows.length === 0) return ''
  const count = countOf(rows.length, { singular: kind.singular, plural: kind.plural, cap: COUNT_CAP })
  const shown = moreHref ? `${count} shown` : count
  return search ? `${shown} for "${search}"` : shown
}
