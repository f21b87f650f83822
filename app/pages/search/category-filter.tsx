import { PathIcon } from '#app/ui/icon.tsx'
import { filterParameters, isFiltered } from '#domain/content/filter-parameters.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { COUNT_CAP } from '#domain/limits.ts'
import { cappedNumber } from '#domain/numbers.ts'
import { SEARCH_PATH } from '#domain/page-paths.ts'
import { FILTERED_KINDS, SEARCH_NAMES, type SearchQuery } from '#domain/search-query.ts'
import type { SearchReply } from '#app/data/search.ts'

interface CategoryFilterProps {
  query: SearchQuery
  counts: SearchReply['counts']
}

/** One submit button for each category; under filters, for those that can be filtered. */
export function CategoryFilter({ query, counts }: CategoryFilterProps) {
  const { text, category } = query
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <form action={SEARCH_PATH}>
      <input type="hidden" name="q" value={text} />
      {[...filterParameters(query, SEARCH_NAMES)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset className="category-filter">
        <legend className="visually-hidden">Category</legend>
        <button type="submit" className="chip" aria-pressed={category === null}>
          All <b>{cappedNumber(all, COUNT_CAP)}</b>
        </button>
        {(isFiltered(query) ? FILTERED_KINDS : CONTENT_KINDS).map(({ table, icon, label }) => (
          <button
            key={table}
            type="submit"
            className="chip"
            name="category"
            value={table}
            aria-pressed={category === table}
            disabled={counts[table] === 0}
          >
            <PathIcon path={icon} />
            {label} <b>{cappedNumber(counts[table], COUNT_CAP)}</b>
          </button>
        ))}
      </fieldset>
    </form>
  )
}
