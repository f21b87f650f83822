import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { PageProblem } from '#app/admin/feedback/page-problem.tsx'
import { Problem } from '#app/admin/feedback/problem.tsx'
import { isContentTable, tabPath, type AdminTab } from '#domain/admin/tabs.ts'
import { formatNumber } from '#domain/numbers.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { count } from './change-rows.ts'
import { DataTable } from './data-table.tsx'
import { KeyHints } from './key-hints.tsx'
import type { TableData } from './load-table.ts'
import { MoreRows } from './more-rows.tsx'
import { PostDateDialog } from './post-date-dialog.tsx'
import { rememberList } from './shown-lists.ts'
import { TableEmpty } from './table-empty.tsx'
import { UsedDialog } from './used-dialog.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useTableKeys } from './use-table-keys.ts'
import { useTable, type TableOfTab } from './use-table.ts'

/** A tab of the admin: the table, and all actions on its rows that need no form. */
export function TablePage({ tab, loaded }: { tab: AdminTab; loaded: TableData }) {
  const table = useTable(tab, loaded)
  const [hasLetters, toggleLetters] = useTableKeys(table)
  const location = useLocation()
  useLayoutEffect(() => rememberList(tab, location), [tab, location])
  const { list } = table
  return (
    <>
      <header className="page-bar">
        <h1 tabIndex={-1}>
          {tab.label} <span className="number">{list.total === null ? '' : formatNumber(list.total)}</span>
        </h1>
        <TableToolbar
          tab={tab}
          columns={table.columns}
          query={table.query}
          text={table.text}
          filter={table.filter}
          isRefreshing={list.isLoading}
          onText={table.setText}
          onQuery={table.show}
          onRefresh={list.refresh}
        />
      </header>
      <Problem message={list.problem}>
        <button type="button" className="button" onClick={list.refresh}>
          Try again
        </button>
      </Problem>
      <PageProblem />
      <SelectedRows table={table} />
      <Rows table={table} />
      <KeyHints isOn={hasLetters} onToggle={toggleLetters} tab={tab}>
        {list.total === null ? '' : count(tab, list.total)}
        {list.isLive ? ', updating live' : ''}
      </KeyHints>
      <AskedAct table={table} />
      <AskedPostDate table={table} />
      <AskedUses table={table} />
    </>
  )
}

function SelectedRows({ table: { tab, selection, selectedRows, hidden, bulk } }: { table: TableOfTab }) {
  if (selectedRows.length + hidden.length === 0) return null
  return (
    <BulkBar
      tab={tab}
      selected={selectedRows.length}
      hidden={hidden.length}
      isBusy={bulk.isBusy}
      onAct={bulk.ask}
      onClear={() => selection.set([])}
      onDropHidden={() => selection.remove(hidden)}
    />
  )
}

function Rows({
  table: { tab, columns, query, show, list, current, selection, selectedRows, actions },
}: {
  table: TableOfTab
}) {
  const { rows, total, hasMore, isLoading, isShown } = list
  return (
    <div className="table-area">
      <DataTable
        tab={tab}
        columns={columns}
        rows={rows}
        sort={query.sort}
        isLoading={isLoading}
        currentId={current.row?.id ?? null}
        selected={selection.ids}
        actions={actions}
        onSort={(sort) => show({ sort })}
        onSelectAll={() => selection.set(selectedRows.length === rows.length ? [] : rows)}
      />
      {rows.length === 0 && isShown && (
        <TableEmpty
          tab={tab}
          text={query.text}
          isFiltered={query.text !== '' || query.status !== null}
          onShowAll={() => show({ text: '', status: null })}
        />
      )}
      {rows.length > 0 && hasMore && (
        <MoreRows isLoading={isLoading} hasFailed={list.problem !== null} onMore={list.more}>
          {formatNumber(rows.length)} of {total === null ? 'more' : count(tab, total)}
        </MoreRows>
      )}
    </div>
  )
}

function AskedAct({ table: { tab, bulk } }: { table: TableOfTab }) {
  if (!bulk.asked) return null
  return (
    <BulkDialog key={bulk.asked.act} tab={tab} {...bulk.asked} onApply={bulk.apply} onClose={() => bulk.ask(null)} />
  )
}

function AskedPostDate({ table: { tab, one } }: { table: TableOfTab }) {
  const { dated, askPostDate, setPostDate } = one
  if (!dated) return null
  return (
    <PostDateDialog
      row={dated}
      title={String(dated[tab.heading])}
      editPath={`${tabPath(tab)}/${dated.id}`}
      onDay={(day) => setPostDate(dated, day)}
      onClose={() => askPostDate(null)}
    />
  )
}

function AskedUses({ table: { tab, one } }: { table: TableOfTab }) {
  if (!one.used || isContentTable(tab.table)) return null
  const { row, uses } = one.used
  return (
    <UsedDialog
      table={tab.table}
      singular={tab.singular}
      row={row}
      title={String(row[tab.heading])}
      uses={uses}
      onAnswer={one.answerUsed}
    />
  )
}
