import type { FoundNotices } from '#app/data/filtered-list.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { AGE_MAX, defaultSort, FACETS, SORTS, type Facet } from '#domain/content/filters.ts'
import type { ListQuery } from '#domain/content/list-address.ts'
import { formatNumber } from '#domain/numbers.ts'

interface ListFiltersProps {
  kind: ContentKind
  query: ListQuery
  found: FoundNotices
}

/** The filters of a list with the count of every choice: fields of the form of the search box. */
export function ListFilters({ kind, query, found }: ListFiltersProps) {
  const { filters, sort, unstated } = query
  const chosen = Object.keys(filters).length
  return (
    <details className="filters">
      <summary className="button">
        Filter and sort{chosen > 0 && ` (${chosen})`}
        <Icon name="down" />
      </summary>
      <div>
        {kind.filters?.map((facet) => (
          <label key={facet}>
            {FACETS[facet].label}
            {facet === 'age' ? (
              <input className="field" type="number" name="age" min="1" max={AGE_MAX} defaultValue={filters.age} />
            ) : (
              <select className="field" name={facet} defaultValue={filters[facet] ?? ''}>
                <option value="">Any</option>
                {choicesOf(facet, found, filters[facet]).map(({ value, label, notices }) => (
                  <option key={value} value={value}>
                    {notices === null ? label : `${label} (${formatNumber(notices)})`}
                  </option>
                ))}
              </select>
            )}
          </label>
        ))}
        <label>
          Sort by
          <select className="field" name="sort" defaultValue={sort ?? ''}>
            {SORTS.filter(({ value }) => value !== 'vacancies' || kind.filters?.includes('vacancies')).map(
              ({ value, label }) => (
                // The usual order depends on the filters that are chosen here, so it is sent without its name.
                <option key={value} value={value === defaultSort(filters) ? '' : value}>
                  {label}
                </option>
              ),
            )}
          </select>
        </label>
        {unstated && <input type="hidden" name="unstated" value="1" />}
        <button className="button primary" type="submit" data-apply="">
          Show
        </button>
      </div>
    </details>
  )
}

interface CountedChoice {
  value: string
  label: string
  /** null: not counted. */
  notices: number | null
}

/** @returns the choices that find something, and the chosen one */
function choicesOf(facet: Facet, found: FoundNotices, chosen: string | undefined): CountedChoice[] {
  const { counts } = found
  if (facet === 'organization') {
    const organizations = found.organizations.map(({ slug, name, notices }) => ({ value: slug, label: name, notices }))
    const isOffered = organizations.some(({ value }) => value === chosen)
    if (!chosen || isOffered) return organizations
    return [{ value: chosen, label: found.organization ?? chosen, notices: null }, ...organizations]
  }
  return FACETS[facet].choices
    .map(({ value, label }) => ({ value, label, notices: counts && (counts[facet]?.[value] ?? 0) }))
    .filter(({ value, notices }) => notices !== 0 || value === chosen)
}
