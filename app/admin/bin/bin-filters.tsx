import { useNavigate } from 'react-router'
import { useFilterText } from '#app/admin/table/use-filter-text.ts'
import { useNextAddress } from '#app/admin/use-next-address.ts'
import type { BinPage } from '#app/data/bin.ts'
import { Icon } from '#app/ui/icon.tsx'
import { BIN } from '#domain/admin/messages.ts'
import { ADMIN_TABS } from '#domain/admin/tabs.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { DAYS, withFilter, type BinFilter } from './bin-query.ts'

/** Filters by text, kind, person and time. They are in the address. */
export function BinFilters({ people }: { people: BinPage['people'] }) {
  const parameters = new URLSearchParams(useNextAddress().search)
  const navigate = useNavigate()
  const set = (name: BinFilter, value: string) =>
    void navigate(`?${withFilter(parameters, name, value)}`, { replace: true, preventScrollReset: true })
  const [text, setText] = useFilterText(parameters.get('text') ?? '', (settled) => set('text', settled))
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
        <select
          className="field"
          aria-label="Kind"
          value={parameters.get('kind') ?? ''}
          onChange={({ target }) => set('kind', target.value)}
        >
          <option value="">{BIN.everyKind}</option>
          {ADMIN_TABS.map(({ slug, label }) => (
            <option key={slug} value={slug}>
              {label}
            </option>
          ))}
        </select>
        <select
          className="field"
          aria-label="Deleted by"
          value={parameters.get('by') ?? ''}
          onChange={({ target }) => set('by', target.value)}
        >
          <option value="">{BIN.everybody}</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="field"
          aria-label="Deleted when"
          value={parameters.get('days') ?? ''}
          onChange={({ target }) => set('days', target.value)}
        >
          <option value="">{BIN.anyTime}</option>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {BIN.lastDays(days)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
