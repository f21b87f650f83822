import type { FoundNotices } from '#app/data/filtered-list.ts'
import { ChosenFilters } from '#app/pages/list/chosen-filters.tsx'
import { FilterPanel } from '#app/pages/list/filter-panel.tsx'
import { FollowLink } from '#app/ui/follow-link.tsx'
import { isFiltered } from '#domain/content/filter-parameters.ts'
import { sortChoices } from '#domain/content/filters.ts'
import { followedList } from '#domain/content/list-address.ts'
import { namesOf } from '#domain/content/registry.ts'
import { SEARCH } from '#domain/search-messages.ts'
import { SEARCH_PATH } from '#domain/page-paths.ts'
import { searchAddress } from '#domain/search-address.ts'
import { addressOfSearch, FILTERED_KINDS, SEARCH_NAMES, searchFacets, type SearchQuery } from '#domain/search-query.ts'

interface SearchFiltersProps {
  query: SearchQuery
  found: FoundNotices
}

/** The filters of the results, those that are chosen, and what is left out under them. */
export function SearchFilters({ query, found }: SearchFiltersProps) {
  const { text, category } = query
  const facets = searchFacets(category)
  const followed = FILTERED_KINDS.filter(({ table }) => category === null || category === table).flatMap(
    (kind) => followedList(kind, { ...query, search: '' }) ?? [],
  )
  return (
    <>
      <form action={SEARCH_PATH} autoComplete="off">
        <input type="hidden" name="q" value={text} />
        {category && <input type="hidden" name="category" value={category} />}
        <FilterPanel
          facets={facets}
          names={SEARCH_NAMES}
          filtering={query}
          sorts={sortChoices(facets, { label: SEARCH.bestMatch })}
          found={found}
        />
      </form>
      <ChosenFilters
        words={{ singular: 'result', plural: 'results' }}
        filtering={query}
        found={found}
        addressOf={(filtering) => addressOfSearch({ text, category, ...filtering, from: 0 })}
      >
        {followed.length > 0 && (
          <p>
            <FollowLink table={followed.join(' ')} text="Follow these filters" />
          </p>
        )}
      </ChosenFilters>
      {isFiltered(query) && !category && (
        <p className="left-out">
          {SEARCH.leftOut(namesOf(FILTERED_KINDS))} <a href={searchAddress({ text })}>{SEARCH.searchAll}</a>
        </p>
      )}
    </>
  )
}
