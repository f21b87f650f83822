import { useState } from 'react'
import { useRead } from '#app/admin/feedback/use-read.ts'
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
  const [wanted, setWanted] = useState<{ after: readonly RecordedChange[] }>({ after: [] })
  const { value, problem } = useRead('a history', wanted, async ({ after }) => {
    const page = { before: after.at(-1)?.id, limit: HISTORY_ROWS }
    const further = await readAsAdmin((client) => fetchHistory(client, { table, id }, page))
    return { changes: [...after, ...further], hasMore: further.length === HISTORY_ROWS }
  })
  const { changes, hasMore } = value ?? { changes: null, hasMore: false }
  return { changes, hasMore, problem, more: () => setWanted({ after: changes ?? [] }) }
}
