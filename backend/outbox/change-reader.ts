import type postgres from 'postgres'

/** A committed change of one published row, or of many (kind MANY: record is null). */
export interface Change {
  /** Unique in this database, and growing for the changes of one row. */
  sequence: string
  table: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE' | 'MANY'
  /** ISO 8601 in UTC, with milliseconds. */
  writtenAt: string
  /** The row as JSON text: afterwards, and for DELETE as it was. */
  record: string | null
  /** For UPDATE: JSON text of the earlier values of the changed columns. */
  previous: string | null
}

interface ReadChanges {
  /** Ordered by sequence; empty when there are no new changes. */
  changes: Change[]
  /** The snapshot up to which all changes have been read; null when more changes up to it follow. */
  position: string | null
  /** Whether changes may be missing before these. */
  isLost: boolean
}

export interface ChangeReader {
  read(): Promise<ReadChanges>
  /** The position of the reader: it has read every change that is visible in this snapshot. */
  readonly snapshot: string
}

/** A stored change, by which an older state of the same database is recognized. */
interface StoredChange {
  transaction: string
  sequence: string
  stamp: string
}

/** How far a reader has come. */
interface Progress {
  position: string
  /** Set while new changes are read in several pages: the snapshot to read up to, and the last sequence read. */
  reading: { until: string; after: string } | null
  last: StoredChange | null
}

interface Page {
  /** Which database this is. */
  identity: string
  /** Whether the last change that was read is still stored. */
  hasLast: boolean
  last: StoredChange | null
  /** The snapshot up to which the reader reads, and the current one. */
  snapshot: string
  current: string
  /** Whether the database is older than the reader's position, because a backup was restored. */
  isOlder: boolean
  unread: number
  changes: Change[]
}

/** Milliseconds that changes are stored for readers which cannot reach the database. */
export const retention = 15 * 60_000
const pageRows = 500
const pageBytes = 4_000_000
/** A reader that is further behind starts over. */
const mostUnread = 100_000

/**
 * Reads changes page by page. A position is a snapshot of the database, and what later snapshots see beyond it is new,
 * in whatever order it was written: nothing is skipped when transactions overlap. A position counts only in the database
 * that it was read from: changes are lost when that is replaced. Source: docs/decisions/011
 * @param start the first position
 */
export function createChangeReader(sql: postgres.Sql, start: string): ChangeReader {
  let snapshot = start
  let reading: Progress['reading'] = null
  let lastRead = performance.now()
  let identity: string | null = null
  let last: { change: StoredChange; readAt: number } | null = null

  return {
    get snapshot() {
      return snapshot
    },
    read: async () => {
      // Others may delete it earlier than this server would, which has read it later.
      const isStored = last !== null && performance.now() - last.readAt < retention / 2
      const page = await readPage(sql, { position: snapshot, reading, last: isStored && last ? last.change : null })
      const isReplaced = page.isOlder || !page.hasLast || (identity !== null && identity !== page.identity)
      const isLost = isReplaced || page.unread > mostUnread || performance.now() - lastRead > retention
      lastRead = performance.now()
      identity = page.identity
      if (page.last) last = { change: page.last, readAt: lastRead }
      if (isLost) {
        reading = null
        last = null
        snapshot = page.current
        return { changes: [], position: snapshot, isLost }
      }
      const { changes } = page
      const after = changes.at(-1)?.sequence
      reading = after && changes.length < page.unread ? { until: page.snapshot, after } : null
      if (reading) return { changes, position: null, isLost }
      snapshot = page.snapshot
      return { changes, position: snapshot, isLost }
    },
  }
}

/** Chooses the rows of a page by their sizes, so that only these rows are read as a whole. */
async function readPage(sql: postgres.Sql, { position, reading, last }: Progress): Promise<Page> {
  const rows = await sql<(Omit<Page, 'changes' | 'last'> & Change & StoredChange)[]>`
    with database as materialized (
      select outbox.current_identity() as identity, pg_current_snapshot() as current,
        ${last === null} or exists (select from outbox.changes where transaction_id = ${last?.transaction ?? null}::xid8
          and sequence = ${last?.sequence ?? null} and written_at::text = ${last?.stamp ?? null}) as "hasLast"
    ), unread as materialized (
      select transaction_id, sequence, bytes from outbox.changes
       where transaction_id >= pg_snapshot_xmin(${position}::pg_snapshot)
         and not pg_visible_in_snapshot(transaction_id, ${position}::pg_snapshot)
         and sequence > ${reading?.after ?? '0'}::bigint
         and (${reading?.until ?? null}::pg_snapshot is null
           or pg_visible_in_snapshot(transaction_id, ${reading?.until ?? null}::pg_snapshot))
    ), chosen as (
      select transaction_id, sequence from (
        select *, sum(bytes) over (order by sequence) - bytes as bytes_before, row_number() over (order by sequence) as number
          from unread
      ) as numbered where number <= ${pageRows} and bytes_before < ${pageBytes}
    )
    select identity, "hasLast", coalesce(${reading?.until ?? null}::pg_snapshot, current)::text as snapshot, current::text as current,
      pg_snapshot_xmax(${position}::pg_snapshot) > pg_snapshot_xmax(current) as "isOlder",
      (select count(*)::int from unread) as unread,
      change.sequence::text, table_name as table, kind, record::text, previous::text,
      to_char(written_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "writtenAt",
      change.transaction_id::text as transaction, written_at::text as stamp
    from database
    left join (chosen join outbox.changes as change using (transaction_id, sequence)) on true
    order by change.sequence`
  const [first] = rows
  if (!first) throw new Error('The query of unread changes returned no row')
  const stored = rows.filter(({ sequence }) => sequence !== null)
  const changes = stored.map(({ sequence, table, kind, writtenAt, record, previous }) => ({
    sequence,
    table,
    kind,
    writtenAt,
    record,
    previous,
  }))
  const { identity, hasLast, snapshot, current, isOlder, unread } = first
  return { identity, hasLast, last: storedChange(stored.at(-1)), snapshot, current, isOlder, unread, changes }
}

/** Without the record, which would stay in memory. */
function storedChange(row: StoredChange | undefined): StoredChange | null {
  return row ? { transaction: row.transaction, sequence: row.sequence, stamp: row.stamp } : null
}
