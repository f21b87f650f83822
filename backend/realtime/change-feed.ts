import postgres from 'postgres'
import { connecting, connectionSettings } from '#backend/request-roles.ts'

/** A committed change of one published row, or of many (kind MANY: record is null). */
export interface Change {
  /** Unique in this database. Changes of one row have growing places. */
  place: string
  table: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE' | 'MANY'
  /** ISO 8601 in UTC, with milliseconds. */
  writtenAt: string
  /** The row as JSON text: afterwards, and for DELETE as it was. */
  record: string | null
  /** For UPDATE: JSON text of what the changed columns held before. */
  previous: string | null
}

export interface ChangeListener {
  /** Every committed change once; those of one row in their order. Must return quickly. */
  changed(changes: readonly Change[]): void
  /** Changes may be missing from here on: whatever was derived from earlier ones is stale. */
  lost(): void
}

export interface ChangeFeed {
  /** @returns stops listening */
  listen(listener: ChangeListener): () => void
  close(): Promise<void>
}

interface Page {
  snapshot: string
  /** Whether the database is an older one than the reader has seen: a backup that was restored. */
  isOlder: boolean
  unread: number
  changes: Change[]
}

/** How far a reader is: it has seen what this snapshot sees. */
interface Position {
  snapshot: string
  /** While what became visible since is read in pages: until where, and the last place read. */
  reading: { until: string; after: string } | null
}

/** Milliseconds between looks when no notification comes. */
const lookInterval = 1_000
/** The same while notifications do not arrive, as through a connection pooler. */
const deafLookInterval = 100
/** Milliseconds until the feed tries again after a failure. */
const retryPause = 200
/** Milliseconds that changes are kept for servers which cannot reach the database. */
const retention = 15 * 60_000
const pruneInterval = 60_000
const pageRows = 500
const pageBytes = 4_000_000
/** A reader that is further behind starts over. */
const mostUnread = 100_000

/**
 * Follows the changes that triggers write into feed.changes. Nothing is skipped when transactions overlap: a position is
 * a snapshot of the database, and what the next snapshot sees beyond it is new, in whatever order it was written.
 * Notifications only shorten the wait. Source: docs/decisions/011
 * @param databaseUrl address of a migrated database, as its owner
 * @param logFailure told once when the database goes away
 */
export async function openChangeFeed(
  databaseUrl: string,
  logFailure: (what: string, error: unknown) => void,
): Promise<ChangeFeed> {
  const listeners = new Set<ChangeListener>()
  const alarm = createAlarm()
  let isListening = false
  const options = {
    max: 1,
    max_lifetime: null,
    ...connecting,
    // The plan must not depend on how many changes there were when statistics were taken.
    connection: { ...connectionSettings, statement_timeout: 10_000, enable_seqscan: 'off' },
    onnotify: () => alarm.ring(),
    onclose: () => {
      isListening = false
      alarm.ring()
    },
  }
  const sql = postgres(databaseUrl, options)
  const [start] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`
  let position: Position = { snapshot: start?.snapshot ?? '', reading: null }
  const pruning = createPruning(sql)
  let lastRead = performance.now()
  let failing = false
  let deafUntil = 0

  /** Reads one page and hands it on. */
  async function advance(): Promise<{ found: boolean; isComplete: boolean }> {
    // A lost connection listens to nothing, so the next one asks again before it reads.
    const hearing = isListening ? null : sql`listen suchana_changes`
    isListening = true
    const page = (await Promise.all([hearing, readPage(sql, position)]))[1]
    const isBroken = page.isOlder || page.unread > mostUnread || performance.now() - lastRead > retention
    lastRead = performance.now()
    const last = page.changes.at(-1)
    const isComplete = isBroken || page.changes.length === page.unread
    const reading = isComplete || !last ? null : { until: page.snapshot, after: last.place }
    position = { snapshot: reading ? position.snapshot : page.snapshot, reading }
    if (isBroken) for (const listener of listeners) listener.lost()
    else if (last) for (const listener of listeners) listener.changed(page.changes)
    return { found: last !== undefined, isComplete }
  }

  async function follow(): Promise<void> {
    while (!alarm.isOff) {
      const wasRung = await alarm.wait(
        failing ? retryPause : performance.now() < deafUntil ? deafLookInterval : lookInterval,
      )
      try {
        let found = false
        for (let isComplete = false; !isComplete && !alarm.isOff;) {
          const step = await advance()
          found ||= step.found
          isComplete = step.isComplete
        }
        failing = false
        if (found && !wasRung) deafUntil = performance.now() + pruneInterval
        await pruning.prune(position.snapshot)
      } catch (error) {
        isListening = false
        if (!failing && !alarm.isOff) logFailure('The changes of the database cannot be read', error)
        failing = true
      }
    }
  }

  alarm.ring()
  const following = follow()
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      alarm.turnOff()
      await sql.end({ timeout: 1 })
      await following
    },
  }
}

/** Sleeps until it is rung, or for a while. */
function createAlarm() {
  let isRung = false
  let wake: (() => void) | null = null
  const alarm = {
    isOff: false,
    ring: () => {
      isRung = true
      wake?.()
    },
    turnOff: () => {
      alarm.isOff = true
      alarm.ring()
    },
    /** @returns whether it was rung */
    wait: async (milliseconds: number): Promise<boolean> => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = null
      }
      const was = isRung
      isRung = false
      return was
    },
  }
  return alarm
}

/** A page of what became visible after a position, by place. Payloads are read for the chosen rows alone. */
async function readPage(sql: postgres.Sql, { snapshot, reading }: Position): Promise<Page> {
  const rows = await sql<(Omit<Page, 'changes'> & Change)[]>`
    with unread as materialized (
      select transaction_id, place, bytes from feed.changes
       where transaction_id >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
         and not pg_visible_in_snapshot(transaction_id, ${snapshot}::pg_snapshot)
         and place > ${reading?.after ?? '0'}::bigint
         and (${reading?.until ?? null}::pg_snapshot is null
           or pg_visible_in_snapshot(transaction_id, ${reading?.until ?? null}::pg_snapshot))
    ), chosen as (
      select transaction_id, place from (
        select *, sum(bytes) over (order by place) - bytes as bytes_before, row_number() over (order by place) as number
          from unread
      ) as numbered where number <= ${pageRows} and bytes_before < ${pageBytes}
    )
    select coalesce(${reading?.until ?? null}::pg_snapshot, pg_current_snapshot())::text as snapshot,
      pg_snapshot_xmax(${snapshot}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as "isOlder",
      (select count(*)::int from unread) as unread,
      change.place::text, table_name as table, kind, record::text, previous::text,
      to_char(written_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "writtenAt"
    from (select) as always
    left join (chosen join feed.changes as change using (transaction_id, place)) on true
    order by change.place`
  const [first] = rows
  if (!first) throw new Error('A question that always has an answer got none')
  const { snapshot: until, isOlder, unread } = first
  const changes = rows
    .filter(({ place }) => place !== null)
    .map(({ place, table, kind, writtenAt, record, previous }) => ({ place, table, kind, writtenAt, record, previous }))
  return { snapshot: until, isOlder, unread, changes }
}

/** Deletes what was visible a retention ago. By snapshot, not by time: a transaction may commit long after it wrote. */
function createPruning(sql: postgres.Sql) {
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
           order by transaction_id, place limit 5000 for update skip locked
        )`
      isBehind = count === 5000
      if (!isBehind) snapshots.shift()
    },
  }
}
