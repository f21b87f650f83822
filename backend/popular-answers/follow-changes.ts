import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { LONGEST_UNREAD_MS, type Outbox } from '#backend/outbox/outbox.ts'

/** Milliseconds for which the version of a table that is not in the outbox counts. */
const versionInterval = 1_000
/** Milliseconds that callers wait for the version: all connections may be taken. */
const longestWait = 100

interface FollowedTables {
  outbox: Pick<Outbox, 'subscribe' | 'readUntil'>
  /** Connections that may read the table. */
  sql: Sql
  /** Table with few rows and a number `id` that is not in the outbox. */
  table: string
}

/**
 * Follows every change of recorded tables, and those of a further table, which is read once a second while somebody asks.
 * @param onChange called after changes
 * @returns whether all changes up to a second ago have been reported
 */
export function followChanges({ outbox, sql, table }: FollowedTables, onChange: () => void): () => Promise<boolean> {
  outbox.subscribe({ onChanges: onChange, onGap: onChange })
  let version: Promise<string | null> | null = null
  let known: string | null = null
  let readAt = -Infinity
  let isReading = false

  function startReading(): void {
    readAt = performance.now()
    isReading = true
    const read = readVersion()
      .catch(() => null)
      .finally(() => (isReading = false))
    version = Promise.race([read, pause(longestWait, null)])
  }

  async function readVersion(): Promise<string | null> {
    const [row] = await sql<{ version: string }[]>`
      select concat_ws(' ', count(*), sum(id), sum(xmin::text::bigint)) as version from ${sql(table)}`
    const read = row?.version ?? null
    if (known !== read) onChange()
    known = read
    return read
  }

  return async () => {
    if (performance.now() - outbox.readUntil >= LONGEST_UNREAD_MS) return false
    if (!isReading && performance.now() - readAt >= versionInterval) startReading()
    return (await version) !== null
  }
}
