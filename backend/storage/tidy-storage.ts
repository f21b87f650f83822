import type { Sql } from 'postgres'
import { advisoryLocks } from '#backend/database/advisory-locks.ts'
import type { FileStore } from './file-store.ts'
import { variantNames } from './image-variants.ts'
import { lockName, removeObject } from './object-rows.ts'
import { tidyArrivals } from './receive-file.ts'

/** Uploads that no notice refers to stay this long: an admin may still be writing the notice. */
const unusedFor = '30 days'

/** Milliseconds between rounds that look for unused files, and for incomplete ones. */
const [unusedPause, incompletePause] = [6 * 3_600_000, 3_600_000]

/**
 * Removes the incomplete files of crashes, now and every hour, and the uploads that no notice refers to any more, every
 * few hours. Source: docs/behaviour/faults.md#disk-and-object-storage
 * @param logFailure is called when a round fails; the next one retries
 * @returns a function that stops it
 */
export function tidyRegularly(
  { sql, store }: { sql: Sql; store: FileStore },
  logFailure: (what: string, error: unknown) => void,
): () => void {
  const removeIncomplete = () =>
    tidyIncomplete(store).catch((error: unknown) => logFailure('Incomplete files could not be removed', error))
  const removeUnused = () =>
    tidyStorage(sql, store).catch((error: unknown) => logFailure('Unused files could not be removed', error))
  void removeIncomplete()
  const timers = [
    setInterval(() => void removeIncomplete(), incompletePause),
    setInterval(() => void removeUnused(), unusedPause),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

async function tidyIncomplete(store: FileStore): Promise<void> {
  await tidyArrivals()
  await store.tidy()
}

/** @returns names of the removed objects; none while another server does it */
export async function tidyStorage(sql: Sql, store: FileStore): Promise<string[]> {
  const unused = await sql.begin(async (transaction): Promise<{ name: string }[]> => {
    // One server tidies at a time.
    const [lock] = await transaction<
      { mine: boolean }[]
    >`select pg_try_advisory_xact_lock(${advisoryLocks.unusedFiles}) as mine`
    if (!lock?.mine) return []
    return [...(await transaction<{ name: string }[]>`select rules.unused_files(${unusedFor}::interval) as name`)]
  })
  const removed: string[] = []
  for (const { name } of unused) {
    await sql.begin(async (transaction) => {
      await lockName(transaction, name)
      const [old] = await transaction`select from storage.objects
        where name = ${name} and updated_at < now() - ${unusedFor}::interval`
      if (!old || !(await removeObject(transaction, name))) return
      await store.remove([name, ...variantNames(name)])
      removed.push(name)
    })
  }
  return removed
}
