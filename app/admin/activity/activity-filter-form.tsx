import { useId, type ReactNode } from 'react'
import { FilterSelect, useAddressFilters } from '#app/admin/table/address-filters.tsx'
import type { ActivityFilters } from '#app/data/history.ts'
import { ACTIVITY, CHANGE_SOURCES, OPERATIONS } from '#domain/admin/history-messages.ts'
import { LOGGED_TABLES } from './logged-tables.ts'

/** Filters of the log, written into the address. */
export function ActivityFilterForm({ people }: { people: readonly { id: string; name: string }[] }) {
  const { filterOf, setFilter } = useAddressFilters()
  const select = (
    name: keyof ActivityFilters,
    all: string,
    choices: readonly (readonly [value: string, label: string])[],
  ) => <FilterSelect name={name} label={ACTIVITY.filters[name]} all={all} choices={choices} />
  const day = (name: 'since' | 'until') => (
    <Labelled label={ACTIVITY.filters[name]}>
      {(id) => (
        <input
          id={id}
          type="date"
          className="field"
          value={filterOf(name)}
          onChange={({ target }) => setFilter(name, target.value)}
        />
      )}
    </Labelled>
  )
  return (
    <search className="activity-filters">
      {select(
        'person',
        ACTIVITY.everybody,
        people.map(({ id, name }) => [id, name] as const),
      )}
      {select(
        'table',
        ACTIVITY.everything,
        Object.entries(LOGGED_TABLES).map(([name, { label }]) => [name, label] as const),
      )}
      {select('source', ACTIVITY.everySource, Object.entries(CHANGE_SOURCES))}
      {select('operation', ACTIVITY.everyOperation, Object.entries(OPERATIONS))}
      {day('since')}
      {day('until')}
    </search>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <span className="labelled">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  )
}
