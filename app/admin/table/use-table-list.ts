import { adminClient } from '#app/admin/session/session.ts'
import { followTable } from '#app/data/live-table.ts'
import { useEffect, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { AdminRow } from '#app/data/admin-list.ts'
import type { ListQuery } from '#domain/admin/list-query.ts'
import { tabPath, type AdminTab, type AdminTable } from '#domain/admin/tabs.ts'
import { RETRY_MS, TABLE_REFRESH_MS, TABLE_ROWS } from '#domain/limits.ts'
import { forgetChanges, isRowsRequest, storedChanges, type RowsOutcome } from './change-rows.ts'
import type { TableData } from './load-table.ts'
import { shownRows } from './row-change.ts'
import { useShowMore } from './use-show-more.ts'
import { useThrottled } from './use-throttled.ts'

export interface TableList {
  rows: AdminRow[]
  /** Ids of the rows that are left out because they are being deleted here. */
  deleting: readonly number[]
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
  const [lastRefresh, setLastRefresh] = useState({ at: 0, isBusy: false })
  const showMore = useShowMore(TABLE_ROWS)
  const data = useNewest(loaded, lastRefresh.at)
  const shown = useLastRead(data)
  const changes = useChanges(tab, shown)
  const isShown = shown.address === data.address
  const isLoading = lastRefresh.isBusy || isOpening

  async function refresh() {
    setLastRefresh({ at: performance.now(), isBusy: true })
    await revalidate()
    setLastRefresh(({ at }) => ({ at, isBusy: false }))
  }
  // A refresh that another refresh interrupts never ends, so this one is retried later when the router is busy.
  const refreshSoon = useThrottled(() => {
    const isIdle = state === 'idle' && !isOpening
    if (isIdle) void revalidate()
    return isIdle
  }, TABLE_REFRESH_MS)
  const isLive = useLiveTable(tab.table, refreshSoon)
  useLaterRead(data === loaded ? null : loaded, refreshSoon)

  // After a failure, rows of another query are not shown.
  const { rows, hasMore, total } = (isShown ? shown.list.value : null) ?? { rows: [], hasMore: false, total: null }
  return {
    rows: shownRows(rows, changes),
    deleting: changes.filter(({ change }) => change.fields === null).flatMap(({ ids }) => ids),
    total,
    hasMore,
    isLoading,
    isShown: isShown && shown.list.value !== null && !isOpening,
    shownQuery: shown.query,
    isLive,
    problem: isOpening ? null : data.list.problem,
    refresh: () => void refresh(),
    more: () => {
      if (!hasMore || isLoading) return
      setLastRefresh({ at: performance.now(), isBusy: false })
      showMore()
    },
  }
}

/**
 * The response to a refresh may arrive after rows that the router has read later, because of a change. The older rows
 * would revert that change on screen, so a response is ignored when its request began before the one on screen. A failed
 * read in the background is ignored, too.
 *
 * @param refreshedAt when the user last asked for a refresh or for more rows
 */
function useNewest(loaded: TableData, refreshedAt: number): TableData {
  const [newest, setNewest] = useState(loaded)
  if (loaded === newest || loaded.startedAt < newest.startedAt) return newest
  const isRefresh = newest.startedAt < refreshedAt && refreshedAt <= loaded.startedAt
  const isInBackground = !isRefresh && loaded.address === newest.address
  if (isInBackground && loaded.list.problem !== null) return newest
  setNewest(loaded)
  return loaded
}

/** Reads the rows again after a failed read in the background, because what was changed before it is not on screen. */
function useLaterRead(ignored: TableData | null, refreshSoon: () => void): void {
  const failed = ignored?.list.problem == null ? null : ignored
  useEffect(() => {
    if (failed === null) return
    const timer = setTimeout(refreshSoon, RETRY_MS)
    return () => clearTimeout(timer)
  }, [failed, refreshSoon])
}

/** The last data that could be read. */
function useLastRead(data: TableData): TableData {
  const [last, setLast] = useState(data)
  if (data === last || data.list.value === null) return last
  setLast(data)
  return data
}

/**
 * The changes to show over the rows, in the order in which they were made: those that were stored since the rows were read,
 * those in flight, and those whose answer was lost, until the rows have been read again.
 */
function useChanges(tab: AdminTab, { startedAt }: TableData) {
  const stored = storedChanges.use().filter(({ table, at }) => table === tab.table && at > startedAt)
  const unknown = useFetchers().filter(
    ({ state, data, formAction }) =>
      formAction === tabPath(tab) &&
      (state === 'submitting' || (state === 'loading' && (data as RowsOutcome | undefined)?.isLost)),
  )
  useEffect(() => forgetChanges(tab.table, startedAt), [tab.table, startedAt])
  const requests = unknown.flatMap(({ json }) => (isRowsRequest(json) ? [json] : []))
  return [...stored, ...requests].toSorted((one, other) => (one.submission ?? 0) - (other.submission ?? 0))
}

/**
 * Subscribes to realtime changes of a table.
 *
 * @param onChange called for every change, and when the subscription is connected, because changes since the rows were
 *   read, or while the connection was lost, are not sent afterwards
 * @returns whether the subscription is connected
 */
function useLiveTable(table: AdminTable, onChange: () => void): boolean {
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    const connected = (isConnected: boolean) => {
      setIsLive(isConnected)
      if (isConnected) onChange()
    }
    return followTable(adminClient(), table, { changed: onChange, connected })
  }, [table, onChange])
  return isLive
}
