import { useMemo, useRef } from 'react'
import { allColumns, SIMPLIFIED } from '#domain/admin/columns.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import type { TableData } from './load-table.ts'
import type { RowActions } from './table-row.tsx'
import { useBulkActions } from './use-bulk-actions.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useFilterText } from './use-filter-text.ts'
import { useListQuery } from './use-list-query.ts'
import { useRowActions } from './use-row-actions.ts'
import { hiddenIds, useSelection } from './use-selection.ts'
import { useTableList } from './use-table-list.ts'

export type TableOfTab = ReturnType<typeof useTable>

/** State and actions of a table. */
export function useTable(tab: AdminTab, loaded: TableData) {
  const filter = useRef<HTMLInputElement>(null)
  const [query, show] = useListQuery(tab)
  const [text, setText] = useFilterText(query.text, (settled) => show({ text: settled }))
  const list = useTableList(tab, loaded)
  const selection = useSelection(tab.table, list.rows)
  const selectedRows = list.rows.filter(({ id }) => selection.ids.has(id))
  const hidden = hiddenIds(selection.ids, list)
  const current = useCurrentRow(tab.table, list)
  const one = useRowActions(tab)
  const bulk = useBulkActions(tab, selectedRows, selection)
  // The columns are those of the shown rows: while another view is loading, the rows lack its columns.
  const { isSimplified } = list.shownQuery
  const columns = useMemo(
    () => (isSimplified ? SIMPLIFIED[tab.table] : allColumns(tab.table)),
    [isSimplified, tab.table],
  )

  const { makeCurrent } = current
  const { toggle: toggleSelected } = selection
  const { setQuickLink: toggleQuickLink, askPostDate, remove: askDelete } = one
  const actions: RowActions = useMemo(
    () => ({ toggleQuickLink, askPostDate, askDelete, toggleSelected, makeCurrent }),
    [toggleQuickLink, askPostDate, askDelete, toggleSelected, makeCurrent],
  )
  return {
    tab,
    filter,
    query,
    show,
    text,
    setText,
    list,
    selection,
    selectedRows,
    hidden,
    current,
    one,
    bulk,
    columns,
    actions,
  }
}
