import { useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { AdminRow } from '#app/data/admin-list.ts'
import type { ListQuery } from '#domain/admin/list-query.ts'
import { tabPath, type AdminTab } from '#domain/admin/tabs.ts'
import { TABLE_REFRESH_MS, TABLE_ROWS } from '#domain/limits.ts'
import type { RowsOutcome, RowsRequest } from './change-rows.ts'
import type { TableData } from './load-table.ts'
import { shownRows } from './row-change.ts'
import { useLiveTable } from './use-live-table.ts'
import { useShowMore } from './use-show-more.ts'
import { useThrottled } from './use-throttled.ts'

export interface TableList {
  rows: AdminRow[]
  /** Number of rows that match the filters; null while it is not loaded. */
  total: number | null
  hasMore: boolean
  isLoading: boolean
  /** Whether the rows of the current query are loaded. */
  isShown: boolean
  /** The query that the shown rows belong to. */
  shownQuery: ListQuery
  /** Whether realtime changes are connected. */
  isLive: boolean
  problem: string | null
  refresh: () => void
  more: () => void
}

/** The rows that the loader has read, with the changes in flight; read again when others change the table. */
export function useTableList(tab: AdminTab, loaded: TableData): TableList {
  const { revalidate, state } = useRevalidator()
  const isOpening = useNavigation().state === 'loading'
  const [isAsked, setIsAsked] = useState(false)
  const showMore = useShowMore(TABLE_ROWS)
  const data = useNewest(loaded)
  const shown = useLastRead(data)
  const isShown = shown.address === data.address
  const isLoading = isAsked || isOpening

  async function refresh() {
    setIsAsked(true)
    await revalidate()
    setIsAsked(false)
  }
  // A refresh that another one interrupts never ends, so one waits for the other.
  const refreshSoon = useThrottled(() => {
    const isIdle = state === 'idle' && !isOpening
    if (isIdle) void revalidate()
    return isIdle
  }, TABLE_REFRESH_MS)
  const isLive = useLiveTable(tab.table, refreshSoon)

  // After a failure, rows of another query are not shown.
  const { rows, hasMore, total } = (isShown ? shown.list.value : null) ?? { rows: [], hasMore: false, total: null }
  return {
    rows: shownRows(rows, useChangesInFlight(tab)),
    total,
    hasMore,
    isLoading,
    isShown: isShown && shown.list.value !== null && !isOpening,
    shownQuery: shown.query,
    isLive,
    problem: isOpening ? null : data.list.problem,
    refresh: () => void refresh(),
    more: () => {
      if (hasMore && !isLoading) showMore()
    },
  }
}

/**
 * The router may deliver a refresh after the rows that it has read again since, for a change. The refresh would revert
 * the change, so of two responses that of the later request is shown.
 */
function useNewest(loaded: TableData): TableData {
  const [newest, setNewest] = useState(loaded)
  if (loaded === newest || loaded.startedAt < newest.startedAt) return newest
  setNewest(loaded)
  return loaded
}

/** The last data that could be read. */
function useLastRead(data: TableData): TableData {
  const [last, setLast] = useState(data)
  if (data === last || data.list.value === null) return last
  setLast(data)
  return data
}

/** A change is shown from the click until the rows are read again, or until it has failed. */
function useChangesInFlight(tab: AdminTab) {
  return useFetchers().flatMap(({ formAction, json, data }) => {
    if (formAction !== tabPath(tab)) return []
    const { ids, change } = json as unknown as RowsRequest
    return [{ change, ids: (data as RowsOutcome | undefined)?.done ?? ids }]
  })
}
