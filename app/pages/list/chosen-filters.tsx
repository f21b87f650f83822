import type { FoundNotices } from '#app/data/filtered-list.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { choiceText, FACET_NAMES, unstatedText } from '#domain/content/filters.ts'
import { fileOfList, listAddress, without, type ListQuery } from '#domain/content/list-address.ts'
import { countOf } from '#domain/numbers.ts'

interface ChosenFiltersProps {
  kind: ContentKind
  query: ListQuery
  found: FoundNotices
}

/** What is chosen, each with a link that removes it, and how many notices there are. */
export function ChosenFilters({ kind, query, found: { total, unstated, organization } }: ChosenFiltersProps) {
  const { filters } = query
  const chosen = FACET_NAMES.flatMap((facet) => (filters[facet] ? [{ facet, value: filters[facet] }] : []))
  if (chosen.length === 0) return null
  const others = unstatedText(filters, unstated, kind)
  const list = listAddress(kind, { filters, unstated: query.unstated })
  const toggled = listAddress(kind, { ...query, unstated: !query.unstated, after: null })
  return (
    <div id="chosen-filters" className="chosen-filters" data-live="">
      <ul aria-label="Chosen filters">
        {chosen.map(({ facet, value }) => (
          <li key={facet}>
            <a className="button" href={listAddress(kind, without(query, facet))}>
              <span className="visually-hidden">Remove </span>
              {choiceText(facet, value, organization)}
              <Icon name="cross" />
            </a>
          </li>
        ))}
        <li>
          <a href={listAddress(kind, { search: query.search })}>Clear all</a>
        </li>
      </ul>
      <p>
        <b>{countOf(total, { ...kind, cap: Number.POSITIVE_INFINITY })}</b>
        {unstated > 0 && (
          <>
            {query.unstated ? `, of which ${others}. ` : `. ${others}. `}
            <a href={toggled}>{query.unstated ? 'Leave them out' : 'Include them'}</a>
          </>
        )}
      </p>
      <p>
        <a href={fileOfList(list, 'calendar.ics')}>Calendar of the last dates</a>{' '}
        <a href={fileOfList(list, 'rss.xml')}>Feed</a>
      </p>
    </div>
  )
}
