import { useCallback, useRef } from 'react'
import { useAdminCall } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { changeRow, deleteRow, isGone } from '#app/data/admin-changes.ts'
import type { AdminRow } from '#app/data/admin-list.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { BULK_AT_ONCE } from '#domain/limits.ts'
import type { RowChange } from './row-change.ts'
import type { TableList } from './use-table-list.ts'
import { errorMessage } from './error-message.ts'

/** Outcome of a change: done, failed with a message, or not started because the same change is in flight. */
type Outcome = { is: 'done' } | { is: 'failed'; message: string } | { is: 'in flight' }

interface BulkOutcome {
  done: AdminRow[]
  failed: AdminRow[]
  /** Error message of the first failure. */
  message: string
}

export interface RowChanges {
  /** Changes a row optimistically; the change is reverted when the database rejects it. */
  apply: (row: AdminRow, change: RowChange) => Promise<Outcome>
  /** Changes each row by its own request, a few at a time. */
  applyToAll: (rows: readonly AdminRow[], change: RowChange) => Promise<BulkOutcome>
}

export function useRowChanges(table: AdminTable, { change: dispatch, refreshSoon }: TableList): RowChanges {
  const client = useAdminClient()
  const call = useAdminCall()
  const inFlight = useRef(new Set<string>())
  const lastKey = useRef(0)

  const apply = useCallback(
    async ({ id }: AdminRow, { name, fields, shows, failed }: RowChange): Promise<Outcome> => {
      const own = `${name} ${id}`
      if (inFlight.current.has(own)) return { is: 'in flight' }
      inFlight.current.add(own)
      const key = ++lastKey.current
      dispatch({ type: 'started', key, id, fields: fields === null ? 'deleted' : (shows ?? fields) })
      try {
        const address = { table, id }
        const row = await call(async () => {
          if (fields !== null) return changeRow(client, address, fields)
          await deleteRow(client, address)
          return null
        })
        dispatch({ type: 'stored', key, row })
        return { is: 'done' }
      } catch (error) {
        dispatch({ type: 'failed', key })
        if (isGone(error)) dispatch({ type: 'deleted', id })
        // A row that no longer exists counts as deleted.
        if (isGone(error) && fields === null) return { is: 'done' }
        console.warn(`The change '${name}' of ${table} ${id} failed`, error)
        return { is: 'failed', message: failed(errorMessage(error)) }
      } finally {
        inFlight.current.delete(own)
        refreshSoon()
      }
    },
    [call, client, refreshSoon, table, dispatch],
  )

  const applyToAll = useCallback(
    async (rows: readonly AdminRow[], change: RowChange): Promise<BulkOutcome> => {
      const outcome: BulkOutcome = { done: [], failed: [], message: '' }
      const waiting = [...rows]
      async function work() {
        for (let row = waiting.shift(); row; row = waiting.shift()) {
          const result = await apply(row, change)
          if (result.is === 'failed') {
            outcome.failed.push(row)
            outcome.message ||= result.message
          } else if (result.is === 'done') outcome.done.push(row)
        }
      }
      await Promise.all(Array.from({ length: BULK_AT_ONCE }, work))
      return outcome
    },
    [apply],
  )

  return { apply, applyToAll }
}
