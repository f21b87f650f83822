import { useCallback, useRef } from 'react'
import { useStaffCall } from '#app/admin/session/unsaved-work.tsx'
import { useStaffClient } from '#app/admin/session/session-context.tsx'
import { changeRow, deleteRow, isGone } from '#app/data/admin-changes.ts'
import type { AdminRow } from '#app/data/admin-list.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { BULK_AT_ONCE } from '#domain/limits.ts'
import type { RowChange } from './row-change.ts'
import type { TableList } from './use-table-list.ts'
import { errorMessage } from './error-message.ts'

/** What became of a change: done, refused with a message, or not begun because it is under way already. */
type Outcome = { is: 'done' } | { is: 'failed'; message: string } | { is: 'under way' }

interface BulkOutcome {
  done: AdminRow[]
  failed: AdminRow[]
  /** Of the first failure. */
  message: string
}

export interface RowChanges {
  /** Shown at once, taken back when the database refuses. */
  apply: (row: AdminRow, change: RowChange) => Promise<Outcome>
  /** Each row by a call of its own, a few at a time. */
  applyToAll: (rows: readonly AdminRow[], change: RowChange) => Promise<BulkOutcome>
}

export function useRowChanges(table: AdminTable, { change: tell, refreshSoon }: TableList): RowChanges {
  const client = useStaffClient()
  const call = useStaffCall()
  const underWay = useRef(new Set<string>())
  const lastKey = useRef(0)

  const apply = useCallback(
    async ({ id }: AdminRow, { name, fields, shows, failed }: RowChange): Promise<Outcome> => {
      const own = `${name} ${id}`
      if (underWay.current.has(own)) return { is: 'under way' }
      underWay.current.add(own)
      const key = ++lastKey.current
      tell({ type: 'began', key, id, fields: fields === null ? 'gone' : (shows ?? fields) })
      try {
        const address = { table, id }
        const row = await call(async () => {
          if (fields !== null) return changeRow(client, address, fields)
          await deleteRow(client, address)
          return null
        })
        tell({ type: 'stored', key, row })
        return { is: 'done' }
      } catch (error) {
        tell({ type: 'failed', key })
        if (isGone(error)) tell({ type: 'told-gone', id })
        // Deleting what is gone has been done already, by whoever it was.
        if (isGone(error) && fields === null) return { is: 'done' }
        console.warn(`The ${name} of ${table} ${id} was refused`, error)
        return { is: 'failed', message: failed(errorMessage(error)) }
      } finally {
        underWay.current.delete(own)
        refreshSoon()
      }
    },
    [call, client, refreshSoon, table, tell],
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
          } else outcome.done.push(row)
        }
      }
      await Promise.all(Array.from({ length: BULK_AT_ONCE }, work))
      return outcome
    },
    [apply],
  )

  return { apply, applyToAll }
}
