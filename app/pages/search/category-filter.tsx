import type { SearchReply } from '#app/data/search.ts'
import { KindIcon } from '#app/ui/icon.tsx'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { COUNT_CAP } from '#domain/limits.ts'
import { cappedNumber } from '#domain/numbers.ts'
import { SEARCH_PATH, type SearchQuery } from '#domain/search-address.ts'

interface CategoryFilterProps extends Pick<SearchQuery, 'text' | 'category'> {
  counts: SearchReply['counts']
}

/** One submit button for each category. */
export function CategoryFilter({ text, category, counts }: CategoryFilterProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <form action={SEARCH_PATH}>
      <input type="hidden" name="q" value={text} />
      <fieldset className="category-filter">
        <legend className="visually-hidden">Category</legend>
        <button type="submit" className="chip" aria-pressed={category === null}>
          All <b>{cappedNumber(all, COUNT_CAP)}</b>
        </button>
        {CONTENT_KINDS.map(({ table, icon, label }) => (
          <button
            key={table}
            type="submit"
            className="chip"
            name="category"
            value={table}
            aria-pressed={category === table}
            disabled={counts[table] === 0}
          >
            <KindIcon path={icon} />
            {label} <b>{cappedNumber(counts[table], COUNT_CAP)}</b>
          </button>
        ))}
      </fieldset>
    </form>
  )
}
