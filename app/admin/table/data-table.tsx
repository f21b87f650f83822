import type { AdminRow } from '#app/data/admin-list.ts'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import type { AdminColumn } from '#domain/admin/column.ts'
import { sortedBy, type Sort } from '#domain/admin/list-query.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { PlaceholderRows } from './table-placeholder.tsx'
import { TableRow, type RowActions } from './table-row.tsx'

interface DataTableProps {
  tab: AdminTab
  columns: readonly AdminColumn[]
  rows: readonly AdminRow[]
  sort: Sort
  isLoading: boolean
  currentId: number | null
  selected: ReadonlySet<number>
  actions: RowActions
  onSort: (sort: Sort) => void
  onSelectAll: () => void
}

export function DataTable({ tab, columns, rows, sort, isLoading, ...table }: DataTableProps) {
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => table.selected.has(id))
  const isSomeSelected = !isAllSelected && rows.some(({ id }) => table.selected.has(id))
  const currentId = table.currentId ?? rows[0]?.id ?? null
  return (
    <table className="data-table" aria-busy={isLoading}>
      <caption className="visually-hidden">{tab.label}. Arrow keys move, Enter edits.</caption>
      <thead>
        <tr>
          <th scope="col" className="pick">
            <label>
              <input
                type="checkbox"
                aria-label={`Select all ${tab.plural} shown`}
                checked={isAllSelected}
                ref={(box) => {
                  if (box) box.indeterminate = isSomeSelected
                }}
                onChange={table.onSelectAll}
              />
            </label>
          </th>
          {columns.map((column) => (
            <ColumnHead key={column.field} column={column} sort={sort} onSort={table.onSort} />
          ))}
          <th scope="col" className="row-actions">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow
            key={row.id}
            tab={tab}
            columns={columns}
            row={row}
            isCurrent={row.id === currentId}
            isSelected={table.selected.has(row.id)}
            actions={table.actions}
          />
        ))}
        {rows.length === 0 && isLoading && <PlaceholderRows columns={columns.length + 2} />}
      </tbody>
    </table>
  )
}

function ColumnHead({ column, sort, onSort }: { column: AdminColumn; sort: Sort; onSort: (sort: Sort) => void }) {
  const isSorted = sort.field === column.field
  const order = sort.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={`cell-${column.type}`} aria-sort={isSorted ? order : undefined}>
      {column.isSortable ? (
        <button type="button" onClick={() => onSort(sortedBy(column, sort))}>
          {column.label}
          <AdminIcon name={isSorted && !sort.isDescending ? 'up' : 'downwards'} />
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}
