import type postgres from 'postgres'
import { retention } from './change-reader.ts'

export interface StoredPosition {
  /** A snapshot; the current one when none is stored. */
  position: string
  /** Whether a server ran in the last minute. */
  isRecent: boolean
}

/** Milliseconds between writes of a position that changes, and of one that does not. */
const saveInterval = 1_000
const confirmInterval = 15_000
/** Milliseconds after which no client waits for the previous server any more. */
const longestAbsence = 60_000
const pruneInterval = 60_000
const deletedAtOnce = 5_000

/** Stores where the next server continues. Several servers overwrite each other's positions, a second apart at most. */
export function createPositionStore(sql: postgres.Sql) {
  let latest: string | null = null
  let saved: string | null = null
  let savedAt = 0
  return {
    read: async (): Promise<StoredPosition> => {
      const [row] = await sql<StoredPosition[]>`
        select coalesce(position, pg_current_snapshot())::text as position,
          coalesce(now() - saved_at < make_interval(secs => ${longestAbsence / 1000}), false) as "isRecent"
        from (select) as always left join outbox.delivered on true`
      if (!row) throw new Error('The query of the outbox position returned no row')
      return row
    },
    set: (position: string): void => {
      latest = position
    },
    /** Writes the position when an interval has passed, or at once when it is urgent. */
    save: async (isUrgent = false): Promise<void> => {
      const interval = latest === saved ? confirmInterval : saveInterval
      if (latest === null || (!isUrgent && performance.now() - savedAt < interval)) return
      const position = latest
      await sql`insert into outbox.delivered (position) values (${position}::pg_snapshot)
        on conflict (is_only) do update set position = excluded.position, saved_at = now()`
      saved = position
      savedAt = performance.now()
    },
  }
}

/** Deletes changes after their retention, by snapshot rather than by time: a transaction may commit late. */
export function createPruning(sql: postgres.Sql) {
  const snapshots: { snapshot: string; at: number }[] = []
  let isBehind = false
  return {
    /** Forgets the snapshots of a database that is not the same any more: its numbers of transactions are used again. */
    startOver: (): void => {
      snapshots.length = 0
    },
    prune: async (current: string): Promise<void> => {
      const now = performance.now()
      const last = snapshots.at(-1)
      if (!last || now - last.at >= pruneInterval) snapshots.push({ snapshot: current, at: now })
      else if (!isBehind) return
      const [oldest] = snapshots
      if (!oldest || now - oldest.at < retention) return
      const { count } = await sql`
        delete from outbox.changes where (transaction_id, sequence) in (
          select transaction_id, sequence from outbox.changes
           where transaction_id < pg_snapshot_xmax(${oldest.snapshot}::pg_snapshot)
             and pg_visible_in_snapshot(transaction_id, ${oldest.snapshot}::pg_snapshot)
           order by transaction_id, sequence limit ${deletedAtOnce} for update skip locked
        )`
      isBehind = count === deletedAtOnce
      if (!isBehind) snapshots.shift()
    },
  }
}
