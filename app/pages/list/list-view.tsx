import type { FoundNotices } from '#app/data/filtered-list.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { EligibilityLink } from '#app/ui/eligibility-link.tsx'
import { FollowLink } from '#app/ui/follow-link.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { fileOfList, followedList, listAddress, type ListQuery } from '#domain/content/list-address.ts'
import type { NoticeCard as Card } from '#domain/content/notice.ts'
import { listHeading } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { COUNT_CAP } from '#domain/limits.ts'
import { LIST } from '#domain/list-messages.ts'
import { countOf } from '#domain/numbers.ts'
import { closeCountLine } from '#domain/search-text.ts'
import { ChosenFilters } from './chosen-filters.tsx'
import { CloseList } from './close-list.tsx'
import type { FilterTexts } from './filter-texts.ts'
import { FirstPageLink } from './first-page-link.tsx'
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
  /** Number of close matches, also of those on other pages. */
  close: number
  /** Address of the next page; null on the last one. */
  moreHref: string | null
}

export function ListView(props: ListViewProps) {
  const { kind, today, query, found, texts, rows, closeMatches, close, moreHref } = props
  const { search, filters, unstated, after } = query
  const list = { label: kind.label, href: kind.listPath }
  const files = listAddress(kind, { filters, unstated })
  const followed = followedList(kind, query)
  const areCloseCounted = closeMatches.length > 0 && (found?.total ?? 0) > 0
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
        <output id="list-status" data-live="" data-plural={countedThings(props).plural}>
          <StoredText text={status(props)} />
        </output>
      </div>
      {found && (
        <ChosenFilters
          words={kind}
          filtering={query}
          found={found}
          addressOf={(filtering) => listAddress(kind, { search, ...filtering, after: null })}
        >
          <p className="button-row">
            {followed && <FollowLink table={followed} text="Follow this list" />}
            {filters.application !== 'closed' && (
              <a href={fileOfList(files, 'calendar.ics')}>Calendar of the last dates</a>
            )}
            <a href={fileOfList(files, 'rss.xml')}>Feed</a>
          </p>
        </ChosenFilters>
      )}
      <EligibilityLink />
      <div id="list-rows" data-live="">
        {after !== null && <FirstPageLink href={listAddress(kind, { ...query, after: null })} />}
        {rows.length > 0 && <ListRows kind={kind} today={today} rows={rows} />}
        {rows.length === 0 && !areCloseCounted && (
          <ListEmpty kind={kind} query={query} hasTips={closeMatches.length === 0} />
        )}
        {closeMatches.length > 0 ? (
          <CloseList kind={kind} today={today} rows={closeMatches} count={close} search={search} moreHref={moreHref} />
        ) : (
          rows.length > 0 && <ShowMore href={moreHref} />
        )}
      </div>
    </>
  )
}

/** Under filters the number of all stands below them. */
function status(props: ListViewProps): string {
  const { rows, closeMatches, close, moreHref } = props
  const { search, filters } = props.query
  if (!search && !moreHref && Object.keys(filters).length > 0) return ''
  if (rows.length === 0) return closeMatches.length > 0 ? closeCountLine(close, search) : ''
  const count = countOf(rows.length, { ...countedThings(props), cap: COUNT_CAP })
  const shown = moreHref && closeMatches.length === 0 ? `${count} shown` : count
  return search ? `${shown} for "${search}"` : shown
}

/** @returns what the page counts: on a further page only the rows that it has itself */
function countedThings({ kind: { singular, plural }, query: { after } }: ListViewProps) {
  return after === null ? { singular, plural } : { singular: LIST.further(singular), plural: LIST.further(plural) }
}
