import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { EligibilityLink } from '#app/ui/eligibility-link.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard as Card } from '#domain/content/notice.ts'
import { listHeading } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { COUNT_CAP } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { closeCountLine } from '#domain/search-text.ts'
import { CloseList } from './close-list.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListRows } from './list-rows.tsx'
import { ListSearch } from './list-search.tsx'
import { ShowMore } from './show-more.tsx'

interface ListViewProps {
  kind: ContentKind
  today: Day
  /** The search text of the rows. */
  search: string
  rows: Card[]
  closeMatches: Card[]
  /** Address of the next page; null on the last one. */
  moreHref: string | null
}

export function ListView({ kind, today, search, rows, closeMatches, moreHref }: ListViewProps) {
  return (
    <>
      <div className="list-heading">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }]} />
        <h1 tabIndex={-1}>{listHeading(kind, today)}</h1>
        <p>{kind.lede}</p>
        {kind.intro && <p className="intro">{kind.intro}</p>}
      </div>
      <div className="list-tools">
        <ListSearch kind={kind} search={search} />
        <output id="list-status" data-live="" data-plural={kind.plural}>
          {status({ kind, rows, closeMatches, search, moreHref })}
        </output>
      </div>
      <EligibilityLink />
      <div id="list-rows" data-live="">
        {rows.length === 0 ? (
          <ListEmpty kind={kind} search={search} hasTips={closeMatches.length === 0} />
        ) : (
          <>
            <ListRows kind={kind} today={today} rows={rows} />
            <ShowMore href={moreHref} />
          </>
        )}
        {closeMatches.length > 0 && <CloseList kind={kind} today={today} rows={closeMatches} search={search} />}
      </div>
    </>
  )
}

function status({ kind, rows, closeMatches, search, moreHref }: Omit<ListViewProps, 'today'>): string {
  if (rows.length === 0) return closeMatches.length > 0 ? closeCountLine(closeMatches.length, search) : ''
  const count = countOf(rows.length, { singular: kind.singular, plural: kind.plural, cap: COUNT_CAP })
  const shown = moreHref ? `${count} shown` : count
  return search ? `${shown} for "${search}"` : shown
}
