import { useEffect, useState } from 'react'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { fetchHistory, type RecordedChange } from '#app/data/history.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { HISTORY_ROWS } from '#domain/limits.ts'

export interface RecordHistory {
  /** The newest changes; null while none are loaded. */
  changes: readonly RecordedChange[] | null
  hasMore: boolean
  /** Why the last read has failed. */
  problem: string | null
  /** Reads further changes, or again what could not be read. */
  more: () => void
}

/** The changes of a row, read when the component appears. */
export function useHistory(table: AdminTable, id: number): RecordHistory {
  const [wanted, setWanted] = useState({ before: undefined as number | undefined, attempt: 0 })
  const [{ changes, hasMore, problem }, setState] = useState<Omit<RecordHistory, 'more'>>({
    changes: null,
    hasMore: false,
    problem: null,
  })
  useEffect(() => {
    let isCurrent = true
    readAsAdmin((client) => fetchHistory(client, { table, id }, { before: wanted.before, limit: HISTORY_ROWS })).then(
      (page) => {
        if (!isCurrent) return
        const isFull = page.length === HISTORY_ROWS
        setState((shown) => ({ changes: [...(shown.changes ?? []), ...page], hasMore: isFull, problem: null }))
      },
      (error: unknown) => {
        console.warn('The history of a record could not be read', error)
        if (isCurrent) setState((shown) => ({ ...shown, problem: errorMessage(error) }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [table, id, wanted])
  const more = () => setWanted(({ attempt }) => ({ before: changes?.at(-1)?.id, attempt: attempt + 1 }))
  return { changes, hasMore, problem, more }
}
