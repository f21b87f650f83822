import type postgres from 'postgres'

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

interface ReadChanges {
  /** By place; empty when there is nothing new. */
  changes: Change[]
  /** The snapshot up to which everything has been read; null when more of what was committed by then follows. */
  position: string | null
  /** Whether changes may be missing before these. */
  isLost: boolean
}

export interface ChangeReader {
  read(): Promise<ReadChanges>
  /** The position of the reader: it has seen what this snapshot sees. */
  readonly snapshot: string
}

interface Page {
  snapshot: string
  /** Whether the database is an older one than the reader has seen: a backup that was restored. */
  isOlder: boolean
  unread: number
  changes: Change[]
}

/** Milliseconds that changes are kept for readers which cannot reach the database. */
export const retention = 15 * 60_000
const pageRows = 500
const pageBytes = 4_000_000
/** A reader that is further behind starts over. */
const mostUnread = 100_000

/**
 * Reads changes page by page. A position is a snapshot of the database, and what the next snapshot sees beyond it is new,
 * in whatever order it was written: nothing is skipped when transactions overlap. Source: docs/decisions/011
 * @param start the first position
 */
export function createChangeReader(sql: postgres.Sql, start: string): ChangeReader {
  let snapshot = start
  /** While what became visible since is read in pages: until where, and the last place read. */
  let reading: { until: string; after: string } | null = null
  let lastRead = performance.now()

  return {
    get snapshot() {
      return snapshot
    },
    read: async () => {
      const page = await readPage(sql, snapshot, reading)
      const isLost = page.isOlder || page.unread > mostUnread || performance.now() - lastRead > retention
      lastRead = performance.now()
      const changes = isLost ? [] : page.changes
      const last = changes.at(-1)
      reading = last && changes.length < page.unread ? { until: page.snapshot, after: last.place } : null
      if (reading) return { changes, position: null, isLost }
      snapshot = page.snapshot
      return { changes, position: snapshot, isLost }
    },
  }
}

/** Only the chosen rows are read as a whole. */
async function readPage(
  sql: postgres.Sql,
  seen: string,
  reading: { until: string; after: string } | null,
): Promise<Page> {
  const rows = await sql<(Omit<Page, 'changes'> & Change)[]>`
    with unread as materialized (
      select transaction_id, place, bytes from feed.changes
       where transaction_id >= pg_snapshot_xmin(${seen}::pg_snapshot)
         and not pg_visible_in_snapshot(transaction_id, ${seen}::pg_snapshot)
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
      pg_snapshot_xmax(${seen}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as "isOlder",
      (select count(*)::int from unread) as unread,
      change.place::text, table_name as table, kind, record::text, previous::text,
      to_char(written_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "writtenAt"
    from (select) as always
    left join (chosen join feed.changes as change using (transaction_id, place)) on true
    order by change.place`
  const [first] = rows
  if (!first) throw new Error('A question that always has an answer got none')
  const { snapshot, isOlder, unread } = first
  const changes = rows
    .filter(({ place }) => place !== null)
    .map(({ place, table, kind, writtenAt, record, previous }) => ({ place, table, kind, writtenAt, record, previous }))
  return { snapshot, isOlder, unread, changes }
}
