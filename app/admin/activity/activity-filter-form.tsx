import { useId, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useNextAddress } from '#app/admin/use-next-address.ts'
import { ACTIVITY, CHANGE_SOURCES, OPERATIONS } from '#domain/admin/history-messages.ts'
import type { FILTERS } from './filters.ts'
import { LOGGED_TABLES } from './logged-tables.ts'

type Filter = (typeof FILTERS)[number]

/** Filters of the log, written into the address. */
export function ActivityFilterForm({ people }: { people: readonly { id: string; name: string }[] }) {
  const parameters = new URLSearchParams(useNextAddress().search)
  const navigate = useNavigate()

  function filter(name: Filter, value: string) {
    const next = new URLSearchParams(parameters)
    next.delete('rows')
    if (value) next.set(name, value)
    else next.delete(name)
    void navigate(`?${next}`, { replace: true, preventScrollReset: true })
  }

  const select = (name: Filter, all: string, choices: readonly (readonly [value: string, label: string])[]) => (
    <select
      className="field"
      aria-label={ACTIVITY.filters[name]}
      value={parameters.get(name) ?? ''}
      onChange={({ target }) => filter(name, target.value)}
    >
      <option value="">{all}</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
  const day = (name: 'since' | 'until') => (
    <Labelled label={ACTIVITY.filters[name]}>
      {(id) => (
        <input
          id={id}
          type="date"
          className="field"
          value={parameters.get(name) ?? ''}
          onChange={({ target }) => filter(name, target.value)}
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
