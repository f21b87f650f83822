import { memo } from 'react'
import { Link } from 'react-router'
import type { AdminRow } from '#app/data/admin-list.ts'
import { Icon } from '#app/ui/icon.tsx'
import { LastDateButton } from '#app/admin/last-date/last-date-button.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import type { AdminColumn } from '#domain/admin/column.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { PUSH_TAB } from '#domain/admin/push-messages.ts'
import { isContentTable, tabPath, type AdminTab, type AdminTable } from '#domain/admin/tabs.ts'
import { formatDay, indianDay } from '#domain/dates.ts'
import { cellContent } from './cell.tsx'

/** Actions on a row in the table. */
export interface RowActions {
  toggleQuickLink: (row: AdminRow) => void
  askPostDate: (row: AdminRow) => void
  askDelete: (row: AdminRow) => void
  /** @param isRange whether the rows from the one that was toggled before follow */
  toggleSelected: (row: AdminRow, isRange?: boolean) => void
  makeCurrent: (row: AdminRow) => void
}

interface TableRowProps {
  tab: AdminTab
  columns: readonly AdminColumn[]
  row: AdminRow
  isCurrent: boolean
  isSelected: boolean
  actions: RowActions
}

/** @returns the element id of a row, by which keys move focus */
export function rowElementId(id: number): string {
  return `row-${id}`
}

export const TableRow = memo(function TableRow({ tab, columns, row, isCurrent, isSelected, actions }: TableRowProps) {
  const title = String(row[tab.heading])
  const editPath = `${tabPath(tab)}/${row.id}`
  const names = [isCurrent ? 'current' : '', isSelected ? 'selected' : ''].join(' ').trim()
  return (
    <tr
      id={rowElementId(row.id)}
      className={names || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => actions.makeCurrent(row)}
    >
      <td className="pick">
        <label>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={`Select ${title}`}
            onChange={({ nativeEvent: click }) =>
              actions.toggleSelected(row, click instanceof MouseEvent && click.shiftKey)
            }
          />
        </label>
      </td>
      {columns.map((column) => {
        const Cell = column.type === 'heading' ? 'th' : 'td'
        return (
          <Cell
            key={column.field}
            className={`cell-${column.type}`}
            scope={column.type === 'heading' ? 'row' : undefined}
            data-label={column.label}
          >
            <CellBody table={tab.table} column={column} row={row} title={title} editPath={editPath} actions={actions} />
          </Cell>
        )
      })}
      <td className="row-actions">
        {isContentTable(tab.table) && (
          <Link
            className="button notify"
            to={`${PUSH_TAB.path}?about=${tab.slug}&id=${row.id}`}
            aria-label={`${PUSH_TAB.notify} about ${title}`}
          >
            <AdminIcon name="bell" />
            <span>{PUSH_TAB.notify}</span>
          </Link>
        )}
        <LastDateButton table={tab.table} record={row} title={title} />
        <Link className="button" to={editPath} aria-label={`${TABLE.edit} ${title}`}>
          <AdminIcon name="edit" />
          {TABLE.edit}
        </Link>
        <button
          type="button"
          className="button danger"
          aria-label={`${TABLE.delete} ${title}`}
          onClick={() => actions.askDelete(row)}
        >
          <AdminIcon name="delete" />
          {TABLE.delete}
        </button>
      </td>
    </tr>
  )
})

interface CellBodyProps {
  table: AdminTable
  column: AdminColumn
  row: AdminRow
  title: string
  editPath: string
  actions: RowActions
}

function CellBody({ table, column, row, title, editPath, actions }: CellBodyProps) {
  if (column.type === 'post-date') {
    const day = formatDay(indianDay(row.posted_at ?? row.updated_at))
    return (
      <button
        type="button"
        className="post-date"
        aria-label={`Post date of ${title}: ${day}. Change`}
        onClick={() => actions.askPostDate(row)}
      >
        {day}
        <AdminIcon name="edit" />
      </button>
    )
  }
  if (column.type === 'quick-link') {
    return (
      <button
        type="button"
        className="switch"
        aria-pressed={row.is_quick_link === true}
        aria-label={`${TABLE.quickLink} ${title}`}
        onClick={(event) => event.detail < 2 && actions.toggleQuickLink(row)}
      >
        <Icon name="check" />
      </button>
    )
  }
  return cellContent(column, row, { table, editPath })
}
