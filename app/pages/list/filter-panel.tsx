import type { FoundNotices } from '#app/data/filtered-list.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Choice } from '#domain/content/choice.ts'
import type { Filtering, ParameterNames } from '#domain/content/filter-parameters.ts'
import { AGE_MAX, FACETS, type Facet } from '#domain/content/filters.ts'
import { formatNumber } from '#domain/numbers.ts'
import { langOf } from '#domain/text-language.ts'

interface FilterPanelProps {
  facets: readonly Facet[]
  names?: ParameterNames
  filtering: Filtering
  /** The orders, with '' for the usual one. */
  sorts: readonly Choice[]
  found: FoundNotices
}

/**
 * The filters of a list or of the search with the count of every choice: fields of a form. Its attribute `autocomplete` must be
 * off: otherwise Firefox restores choices that were not applied when it reloads the page, behind a closed panel.
 */
export function FilterPanel({ facets, names = {}, filtering, sorts, found }: FilterPanelProps) {
  const { filters, sort, unstated } = filtering
  const chosen = Object.keys(filters).length
  return (
    <details className="filters">
      <summary className="button">
        Filter and sort{chosen > 0 && ` (${chosen})`}
        <Icon name="down" />
      </summary>
      <div>
        {facets.map((facet) => (
          <label key={facet}>
            {FACETS[facet].label}
            {facet === 'age' ? (
              <input className="field" type="number" name="age" min="1" max={AGE_MAX} defaultValue={filters.age} />
            ) : (
              <select className="field" name={names[facet] ?? facet} defaultValue={filters[facet] ?? ''}>
                <option value="">Any</option>
                {choicesOf(facet, found, filters[facet]).map(({ value, label, notices }) => (
                  <option key={value} value={value} lang={langOf(label)}>
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
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
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
