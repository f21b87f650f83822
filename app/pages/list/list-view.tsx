import type { FoundNotices } from '#app/data/filtered-list.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { EligibilityLink } from '#app/ui/eligibility-link.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { ListQuery } from '#domain/content/list-address.ts'
import type { NoticeCard as Card } from '#domain/content/notice.ts'
import { listHeading } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { COUNT_CAP } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { closeCountLine } from '#domain/search-text.ts'
import { ChosenFilters } from './chosen-filters.tsx'
import { CloseList } from './close-list.tsx'
import type { FilterTexts } from './filter-texts.ts'
import { ListEmpty } from './list-empty.tsx'
import { ListRows } from './list-rows.tsx'
import { ListSearch } from './list-search.tsx'
import { ShowMore } from './show-more.tsx'

interface ListViewProps {
  kind: ContentKind
  today: Day
  query: ListQuery
  /** Counts for the filters; null without filters. */
  found: FoundNotices | null
  /** Texts of the list of one filter; null for those of the kind. */
  texts: Pick<FilterTexts, 'heading' | 'lede'> | null
  rows: Card[]
  closeMatches: Card[]
  /** Address of the next page; null on the last one. */
  moreHref: string | null
}

export function ListView({ kind, today, query, found, texts, rows, closeMatches, moreHref }: ListViewProps) {
  const { search } = query
  const list = { label: kind.label, href: kind.listPath }
  return (
    <>
      <div className="list-heading">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }, ...(texts ? [list] : [])]} />
        <h1 tabIndex={-1}>{texts?.heading ?? listHeading(kind, today)}</h1>
        <p>{texts?.lede ?? kind.lede}</p>
        {!texts && kind.intro && <p className="intro">{kind.intro}</p>}
      </div>
      <div className="list-tools">
        <ListSearch kind={kind} query={query} found={found} />
        <output id="list-status" data-live="" data-plural={kind.plural}>
          {status({ kind, rows, closeMatches, search, moreHref })}
        </output>
      </div>
      {found && <ChosenFilters kind={kind} query={query} found={found} />}
      <EligibilityLink />
      <div id="list-rows" data-live="">
        {rows.length === 0 ? (
          <ListEmpty kind={kind} query={query} hasTips={closeMatches.length === 0} />
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

type StatusProps = Pick<ListViewProps, 'kind' | 'rows' | 'closeMatches' | 'moreHref'> & { search: string }

function status({ kind, rows, closeMatches, search, moreHref }: StatusProps): string {
  if (rows.length === 0) return closeMatches.length > 0 ? closeCountLine(closeMatches.length, search) : ''
  const count = countOf(rows.length, { singular: kind.singular, plural: kind.plural, cap: COUNT_CAP })
  const shown = moreHref ? `${count} shown` : count
  return search ? `${shown} for "${search}"` : shown
}
