import { useCallback, useEffect, useReducer, useRef, useState, type Dispatch } from 'react'
import { useAdminRead } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { countRows, fetchRows, type AdminRow } from '#app/data/admin-list.ts'
import type { ListQuery } from '#domain/admin/list-query.ts'
import { TABLE } from '#domain/admin/messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { TABLE_REFRESH_MS, TABLE_ROWS, TABLE_ROWS_MAX } from '#domain/limits.ts'
import { EMPTY, listReducer, shownRows, type ListEvent } from './list-state.ts'
import { useLiveTable } from './use-live-table.ts'
import { useThrottled } from '#app/admin/layout/use-throttled.ts'
import { errorMessage } from './error-message.ts'

export interface TableList {
  rows: AdminRow[]
  /** Number of rows that match the filters; null while it is not loaded. */
  total: number | null
  hasMore: boolean
  isLoading: boolean
  /** Whether the rows of the current query are loaded. */
  isShown: boolean
  /** The query that the shown rows belong to. */
  shownQuery: ListQuery | null
  /** Whether realtime changes are connected. */
  isLive: boolean
  problem: string | null
  change: Dispatch<ListEvent>
  refresh: () => Promise<void>
  more: () => Promise<void>
  /** Reads again after a delay; further calls during the delay have no effect. */
  refreshSoon: () => void
}

/** The rows of a tab that match a query, updated by realtime changes. */
export function useTableList(tab: AdminTab, query: ListQuery): TableList {
  const client = useAdminClient()
  const run = useAdminRead()
  const [state, change] = useReducer(listReducer, EMPTY)
  const [total, setTotal] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [shownQuery, setShownQuery] = useState<ListQuery | null>(null)
  const [failure, setFailure] = useState<{ query: ListQuery; message: string } | null>(null)
  const lastRequest = useRef(0)

  /** Only the response to the last request is used. */
  const read = useCallback(
    (page: { limit: number; after?: AdminRow }, isQuiet = false): Promise<void> => {
      const request = ++lastRequest.current
      const isLast = () => request === lastRequest.current
      const limit = Math.min(page.limit, TABLE_ROWS_MAX - 1)
      const counted = (number: number) => isLast() && setTotal(number)
      if (!page.after) run(() => countRows(client, tab, query)).then(counted, logFailure)
      return run(() => fetchRows(client, { tab, query, after: page.after, limit: limit + 1 })).then(
        (rows) => {
          if (!isLast()) return
          const isFurther = page.after !== undefined
          change({ type: 'loaded', rows: rows.slice(0, limit), hasMore: rows.length > limit, isFurther })
          setShownQuery(query)
          setFailure(null)
        },
        (error: unknown) => {
          logFailure(error)
          if (isLast() && !isQuiet) setFailure({ query, message: TABLE.fetchFailed(tab.label, errorMessage(error)) })
        },
      )
    },
    [run, client, tab, query],
  )
  useEffect(() => {
    void read({ limit: TABLE_ROWS })
  }, [read])

  const problem = failure?.query === query ? failure.message : null
  const isShown = shownQuery === query
  const isLoading = isBusy || (!isShown && problem === null)

  const readVisibly = async (page: { limit: number; after?: AdminRow }) => {
    setIsBusy(true)
    await read(page)
    setIsBusy(false)
  }
  const loaded = Math.max(state.rows.length, TABLE_ROWS)
  const refresh = () => readVisibly({ limit: loaded })
  const more = async () => {
    const after = state.rows.at(-1)
    if (after && state.hasMore && !isLoading) await readVisibly({ limit: TABLE_ROWS, after })
  }
  const refreshSoon = useThrottled(() => {
    if (!isLoading) void read({ limit: loaded }, true)
    return !isLoading
  }, TABLE_REFRESH_MS)

  const isLive = useLiveTable(tab.table, (event) => {
    change(event)
    refreshSoon()
  })

  const rows = isShown || problem === null ? shownRows(state) : []
  return {
    rows,
    total,
    hasMore: state.hasMore,
    isLoading,
    isShown,
    shownQuery,
    isLive,
    problem,
    change,
    refresh,
    more,
    refreshSoon,
  }
}

/** Logs an error; the caller decides whether the page shows it. */
function logFailure(error: unknown): void {
  console.warn('A table could not be read', error)
}
