import type postgres from 'postgres'

/** A committed change of one published row, or of many (kind MANY: record is null). */
export interface Change {
  /** Unique in this database, and growing for the changes of one row. */
  place: string
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
  /** Ordered by place; empty when there are no new changes. */
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

interface Page {
  snapshot: string
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
 * in whatever order it was written: nothing is skipped when transactions overlap. Source: docs/decisions/011
 * @param start the first position
 */
export function createChangeReader(sql: postgres.Sql, start: string): ChangeReader {
  let snapshot = start
  /** Set while new changes are read in several pages: the snapshot to read up to, and the last place read. */
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

/** Chooses the rows of a page by their sizes, so that only these rows are read as a whole. */
async function readPage(
  sql: postgres.Sql,
  position: string,
  reading: { until: string; after: string } | null,
): Promise<Page> {
  const rows = await sql<(Omit<Page, 'changes'> & Change)[]>`
    with unread as materialized (
      select transaction_id, place, bytes from feed.changes
       where transaction_id >= pg_snapshot_xmin(${position}::pg_snapshot)
         and not pg_visible_in_snapshot(transaction_id, ${position}::pg_snapshot)
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
      pg_snapshot_xmax(${position}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as "isOlder",
      (select count(*)::int from unread) as unread,
      change.place::text, table_name as table, kind, record::text, previous::text,
      to_char(written_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "writtenAt"
    from (select) as always
    left join (chosen join feed.changes as change using (transaction_id, place)) on true
    order by change.place`
  const [first] = rows
  if (!first) throw new Error('The query of unread changes returned no row')
  const { snapshot, isOlder, unread } = first
  const changes = rows
    .filter(({ place }) => place !== null)
    .map(({ place, table, kind, writtenAt, record, previous }) => ({ place, table, kind, writtenAt, record, previous }))
  return { snapshot, isOlder, unread, changes }
}
