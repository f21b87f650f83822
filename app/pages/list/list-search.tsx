import type { FoundNotices } from '#app/data/filtered-list.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { defaultSort, sortChoices } from '#domain/content/filters.ts'
import { listAddress, type ListQuery } from '#domain/content/list-address.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { FilterPanel } from './filter-panel.tsx'

interface ListSearchProps {
  kind: ContentKind
  query: ListQuery
  /** Counts for the filters; null without filters. */
  found: FoundNotices | null
}

/** Searches while the visitor types, under the chosen filters; without scripts it is an ordinary form with them. */
export function ListSearch({ kind, query, found }: ListSearchProps) {
  const facets = kind.filters ?? []
  return (
    <search>
      <form
        className="list-search"
        action={kind.listPath}
        autoComplete="off"
        data-search={listAddress(kind, { ...query, search: '', after: null })}
        data-in-address={kind.searchInAddress ? '' : undefined}
      >
        <div>
          <input
            className="field"
            type="search"
            name="search"
            aria-label={`Search ${kind.plural}`}
            placeholder={kind.searchHint}
            maxLength={SEARCH_TEXT_MAX}
            defaultValue={query.search}
          />
          <button type="submit" className="icon-button" aria-label="Search this list">
            <Icon name="search" />
          </button>
        </div>
        {found && (
          <FilterPanel
            facets={facets}
            filtering={query}
            sorts={sortChoices(facets, defaultSort(query.filters))}
            found={found}
          />
        )}
      </form>
    </search>
  )
}
