import { useState } from 'react'
import { useRead } from '#app/admin/feedback/use-read.ts'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { fetchHistory, type RecordedChange } from '#app/data/history.ts'
import { openPlannedTable } from '#app/data/planned-table.ts'
import type { StoredRecord } from '#app/data/record-table.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { HISTORY_ROWS } from '#domain/limits.ts'

export interface RecordHistory {
  /** The newest changes; null while none are loaded. */
  changes: readonly RecordedChange[] | null
  /** The row as it was stored when the newest changes were read; null while it is not read, or when it is gone. */
  stored: StoredRecord | null
  hasMore: boolean
  /** Why the last read has failed. */
  problem: string | null
  /** Reads further changes, or again what could not be read. */
  more: () => void
}

interface Wanted {
  /** The changes that are read already. */
  after: readonly RecordedChange[]
  known: StoredRecord | null
  limit: number
  version: string
}

/** Changes that one call returns at most. */
const CHANGES_AT_ONCE = 100

/**
 * The changes of a row and what they have led to, read when the component appears: the form may hold an older version.
 *
 * @param version of the row: with another one, the changes are read again
 */
export function useHistory(table: AdminTable, id: number, version: string): RecordHistory {
  const [wanted, setWanted] = useState<Wanted>({ after: [], known: null, limit: HISTORY_ROWS, version })
  const { value, problem } = useRead('a history', wanted, async ({ after, known, limit }) => {
    const page = { before: after.at(-1)?.id, limit }
    const [further, stored] = await readAsAdmin((client) =>
      Promise.all([fetchHistory(client, { table, id }, page), known ?? openPlannedTable(client, table).read(id)]),
    )
    return { changes: [...after, ...further], stored, hasMore: further.length === limit }
  })
  const { changes, stored, hasMore } = value ?? { changes: null, stored: null, hasMore: false }
  if (wanted.version !== version) {
    const limit = Math.min(Math.max(HISTORY_ROWS, changes?.length ?? 0), CHANGES_AT_ONCE)
    setWanted({ after: [], known: null, limit, version })
  }
  const more = () => setWanted({ after: changes ?? [], known: stored, limit: HISTORY_ROWS, version })
  return { changes, stored, hasMore, problem, more }
}
