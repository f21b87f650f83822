import { FilterSelect, useAddressFilters } from '#app/admin/table/address-filters.tsx'
import { useFilterText } from '#app/admin/table/use-filter-text.ts'
import type { BinPage } from '#app/data/bin.ts'
import { Icon } from '#app/ui/icon.tsx'
import { BIN } from '#domain/admin/messages.ts'
import { ADMIN_TABS } from '#domain/admin/tabs.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { DAYS } from './bin-query.ts'

/** Filters by text, kind, person and time. They are in the address. */
export function BinFilters({ people }: { people: BinPage['people'] }) {
  const { filterOf, setFilter } = useAddressFilters()
  const [text, setText] = useFilterText(filterOf('text'), (settled) => setFilter('text', settled))
  return (
    <div className="toolbar bin-filters">
      <div className="filter">
        <Icon name="search" />
        <input
          type="search"
          className="field"
          aria-label="Filter the Bin"
          placeholder="Filter by title or address"
          maxLength={SEARCH_TEXT_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div className="table-choices">
        <FilterSelect
          name="kind"
          label="Kind"
          all={BIN.everyKind}
          choices={ADMIN_TABS.map(({ slug, label }) => [slug, label])}
        />
        <FilterSelect
          name="by"
          label="Deleted by"
          all={BIN.everybody}
          choices={people.map(({ id, name }) => [id, name])}
        />
        <FilterSelect
          name="days"
          label="Deleted when"
          all={BIN.anyTime}
          choices={DAYS.map((days) => [days, BIN.lastDays(days)])}
        />
      </div>
    </div>
  )
}
