import type postgres from 'postgres'
import { retention } from './change-reader.ts'

export interface RememberedPosition {
  /** A snapshot; the present one when nothing is remembered. */
  position: string
  /** Whether a server ran a moment ago. */
  isRecent: boolean
}

/** Milliseconds between writes of a position that changes, and of one that does not. */
const saveInterval = 1_000
const signInterval = 15_000
/** Milliseconds after which nobody is waiting for a server to come back. */
const longestAbsence = 60_000
const pruneInterval = 60_000
const deletedAtOnce = 5_000

/** Where the next server goes on. With several servers it is wherever one of them is: they are at most a second apart. */
export function createMemory(sql: postgres.Sql) {
  let wanted: string | null = null
  let saved: string | null = null
  let savedAt = 0
  return {
    recall: async (): Promise<RememberedPosition> => {
      const [row] = await sql<RememberedPosition[]>`
        select coalesce(position, pg_current_snapshot())::text as position,
          coalesce(now() - saved_at < make_interval(secs => ${longestAbsence / 1000}), false) as "isRecent"
        from (select) as always left join feed.delivered on true`
      if (!row) throw new Error('A question that always has an answer got none')
      return row
    },
    remember: (position: string): void => {
      wanted = position
    },
    /** Writes it now and then, or right now. */
    save: async (isUrgent = false): Promise<void> => {
      const interval = wanted === saved ? signInterval : saveInterval
      if (wanted === null || (!isUrgent && performance.now() - savedAt < interval)) return
      const position = wanted
      await sql`insert into feed.delivered (position) values (${position}::pg_snapshot)
        on conflict (is_only) do update set position = excluded.position, saved_at = now()`
      saved = position
      savedAt = performance.now()
    },
  }
}

/** Deletes what was visible a retention ago. By snapshot, not by time: a transaction may commit long after it wrote. */
export function createPruning(sql: postgres.Sql) {
  const snapshots: { snapshot: string; at: number }[] = []
  let isBehind = false
  return {
    prune: async (current: string): Promise<void> => {
      const now = performance.now()
      const last = snapshots.at(-1)
      if (!last || now - last.at >= pruneInterval) snapshots.push({ snapshot: current, at: now })
      else if (!isBehind) return
      const [oldest] = snapshots
      if (!oldest || now - oldest.at < retention) return
      const { count } = await sql`
        delete from feed.changes where (transaction_id, place) in (
          select transaction_id, place from feed.changes
           where transaction_id < pg_snapshot_xmax(${oldest.snapshot}::pg_snapshot)
             and pg_visible_in_snapshot(transaction_id, ${oldest.snapshot}::pg_snapshot)
           order by transaction_id, place limit ${deletedAtOnce} for update skip locked
        )`
      isBehind = count === deletedAtOnce
      if (!isBehind) snapshots.shift()
    },
  }
}
