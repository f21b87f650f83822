import type { RefObject } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import type { AdminColumn } from '#domain/admin/column.ts'
import { STATE_FILTERS, type ListQuery } from '#domain/admin/list-query.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { isContentTable, tabPath, type AdminTab } from '#domain/admin/tabs.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'

interface TableToolbarProps {
  tab: AdminTab
  columns: readonly AdminColumn[]
  query: ListQuery
  text: string
  filter: RefObject<HTMLInputElement | null>
  isRefreshing: boolean
  onText: (text: string) => void
  onQuery: (change: Partial<ListQuery>) => void
  onRefresh: () => void
}

export function TableToolbar({ tab, columns, query, text, filter, isRefreshing, ...on }: TableToolbarProps) {
  const hasOrganization = columns.some(({ field }) => field === 'organizations')
  return (
    <div className="toolbar">
      <div className="filter">
        <Icon name="search" />
        <input
          ref={filter}
          type="search"
          className="field"
          aria-label={`Filter ${tab.plural}`}
          placeholder={`Filter by ${tab.heading}${hasOrganization ? ' or organization' : ''}`}
          maxLength={SEARCH_TEXT_MAX}
          value={text}
          onChange={(event) => on.onText(event.target.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <div className="table-choices">
        {tab.statuses.length > 0 && (
          <select
            className="field"
            aria-label="Status"
            value={query.status ?? 'every'}
            onChange={({ target }) => on.onQuery({ status: target.value === 'every' ? null : target.value })}
          >
            <option value="every">Every status</option>
            {tab.statuses.map((status) => (
              <option key={status} value={status}>
                {status || 'not set'}
              </option>
            ))}
            {isContentTable(tab.table) &&
              STATE_FILTERS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </select>
        )}
        <SortSelect columns={columns} query={query} onQuery={on.onQuery} />
      </div>
      <fieldset className="segments">
        <legend className="visually-hidden">Columns</legend>
        <button type="button" aria-pressed={query.isSimplified} onClick={() => on.onQuery({ isSimplified: true })}>
          {TABLE.simplified}
        </button>
        <button type="button" aria-pressed={!query.isSimplified} onClick={() => on.onQuery({ isSimplified: false })}>
          {TABLE.all}
        </button>
      </fieldset>
      <button type="button" className="button refresh" aria-busy={isRefreshing} onClick={on.onRefresh}>
        <AdminIcon name="refresh" />
        {TABLE.refresh}
      </button>
      <Link className="button primary" to={`${tabPath(tab)}/new`}>
        <AdminIcon name="plus" />
        {TABLE.addNew}
        <kbd aria-hidden="true">n</kbd>
      </Link>
    </div>
  )
}

/** Chooses the order on a phone, where the column heads do not fit. */
function SortSelect({ columns, query, onQuery }: Pick<TableToolbarProps, 'columns' | 'query' | 'onQuery'>) {
  const choices = columns
    .filter(({ isSortable }) => isSortable)
    .flatMap((column) => [true, false].map((isDescending) => ({ column, isDescending })))
  const key = (field: string, isDescending: boolean) => `${isDescending ? '-' : ''}${field}`
  return (
    <select
      className="field sort-select"
      aria-label="Order"
      value={key(query.sort.field, query.sort.isDescending)}
      onChange={({ target }) => {
        const chosen = choices.find((choice) => key(choice.column.field, choice.isDescending) === target.value)
        if (!chosen) return
        const { field, mayBeEmpty = false } = chosen.column
        onQuery({ sort: { field, isDescending: chosen.isDescending, mayBeEmpty } })
      }}
    >
      {choices.map(({ column, isDescending }) => (
        <option key={key(column.field, isDescending)} value={key(column.field, isDescending)}>
          {column.label} {isDescending ? '↓' : '↑'}
        </option>
      ))}
    </select>
  )
}
