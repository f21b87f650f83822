import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { ISql, Sql } from 'postgres'
import { UPLOAD } from '#domain/messages.ts'
import { STORAGE_BUCKET } from '#domain/stored-file.ts'
import { advisoryLocks } from '#backend/database/advisory-locks.ts'
import type { FileStore } from './file-store.ts'
import { StorageError } from './storage-error.ts'

/** Name of the file that holds the id of a store. It moves and is copied with the other files. */
const identityFile = 'store-id'

/** Of the newest files: another store lacks these first. */
const checkedFiles = 20

/**
 * Makes sure that uploaded files have one store: its id stands in the store and in the database. A store becomes that of
 * the database when it holds the files that the database knows, as a moved or restored one does.
 * Source: docs/behaviour/faults.md#one-store-of-files
 * @param sql connections that are "service_role"
 */
export function createStoreIdentity(sql: Sql, store: FileStore) {
  let known: string | null = null

  /** @param without what the store may lack: nothing, the files while no store is recorded, or the files always */
  async function claim(without: 'nothing' | 'files at first' | 'files'): Promise<boolean> {
    return sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${advisoryLocks.storeIdentity})`
      const id = await readId(store)
      const recorded = await recordedId(transaction)
      if (!id || id !== recorded) {
        const isTaken = without === 'files' || (without === 'files at first' && recorded === null)
        if (!isTaken && !(await holdsNewestFiles(transaction, store))) return false
        known = id ?? (await writeId(store))
        await transaction`insert into files.store (id) values (${known})
          on conflict (is_only) do update set id = excluded.id`
      } else known = id
      return true
    })
  }

  return {
    /**
     * Looks for the files of the database when a server starts.
     * @returns 'elsewhere' when another store belongs to the database, 'missing' when none does and this one lacks files
     */
    async check(): Promise<'here' | 'elsewhere' | 'missing'> {
      if (await recordedId(sql)) return (await claim('nothing')) ? 'here' : 'elsewhere'
      const [found] = await sql`select from storage.objects where bucket_id = ${STORAGE_BUCKET} limit 1`
      return !found || (await claim('nothing')) ? 'here' : 'missing'
    },

    /** Makes the store that of the database, whatever files it holds. */
    takeOver: () => claim('files'),

    /**
     * Prepares a change of files.
     * @throws StorageError when they are in another store
     */
    async prepare(): Promise<void> {
      const recorded = await recordedId(sql)
      if (recorded && recorded === known) return
      if (!(await claim('files at first'))) throw otherStore()
    },

    /**
     * Holds the store until the transaction ends; call prepare() before.
     * @throws StorageError when another store has become that of the database meanwhile
     */
    async hold(transaction: ISql): Promise<void> {
      await transaction`select pg_advisory_xact_lock_shared(${advisoryLocks.storeIdentity})`
      if ((await recordedId(transaction)) !== known) throw otherStore()
    },
  }
}

export type StoreIdentity = ReturnType<typeof createStoreIdentity>

/** Whether the files of a database are recorded to be in another store than this one. It changes nothing. */
export async function isOtherStore(sql: ISql, store: FileStore): Promise<boolean> {
  const recorded = await recordedId(sql)
  return recorded !== null && recorded !== (await readId(store))
}

async function recordedId(sql: ISql): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`select id from files.store`
  return row?.id ?? null
}

async function readId(store: FileStore): Promise<string | null> {
  const file = await store.read(identityFile)
  return file && (await text(file.body)).trim()
}

async function writeId(store: FileStore): Promise<string> {
  const id = randomUUID()
  await store.put(identityFile, Buffer.from(`${id}\n`), 'text/plain')
  return id
}

async function holdsNewestFiles(sql: ISql, store: FileStore): Promise<boolean> {
  const newest = await sql<{ name: string }[]>`select name from storage.objects
    where bucket_id = ${STORAGE_BUCKET} order by updated_at desc limit ${checkedFiles}`
  for (const { name } of newest) {
    const file = await store.read(name, { first: 0, last: 0 })
    if (!file) return false
    await file.body.cancel()
  }
  return true
}

function otherStore(): StorageError {
  const cause = new Error('The uploaded files of this database are in the storage of another server: share it')
  return new StorageError('SlowDown', UPLOAD.otherStore, cause)
}
