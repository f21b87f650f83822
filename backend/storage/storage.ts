import type { Sql } from 'postgres'
import { DatabaseError } from '#backend/database/database-error.ts'
import type { Keys } from '#backend/supabase-lite/supabase-lite.ts'
import type { FileStore } from './file-store.ts'
import { readStorageAddress } from './storage-address.ts'
import { createStorageCalls } from './storage-calls.ts'
import type { StoreIdentity } from './store-identity.ts'
import { UPLOAD } from '#domain/messages.ts'
import { StorageError } from './storage-error.ts'
import { tidyRegularly } from './tidy-storage.ts'

interface StorageOptions {
  /** Connections that are "service_role" and may change into the other request roles. */
  sql: Sql
  /** Connections for background work, which no request waits for. */
  background: Sql
  store: FileStore
  /** Whether this store belongs to the database; other stores take no uploads. */
  identity: StoreIdentity
  keys: Keys
  /** Logs failures that the client did not cause. */
  logFailure: (what: string, error: unknown) => void
}

export interface Storage {
  /** Serves a request below /storage/v1/ that passed the guard. */
  handle(request: Request): Promise<Response>
  /** Stops the regular removal of unused files. */
  close(): Promise<void>
}

/**
 * The contract's storage: staff add and list files of one public bucket, admins remove them, everybody reads them by address,
 * images also in narrower sizes. Source: docs/behaviour/storage.md#the-bucket; docs/decisions/010; Supabase Storage API
 */
export function openStorage({ sql, background, store, identity, keys, logFailure }: StorageOptions): Storage {
  const handleCall = createStorageCalls({ sql, store, identity, keys })
  const stopTidying = tidyRegularly({ sql: background, store }, logFailure)

  return {
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url)
      try {
        const path = pathname.slice('/storage/v1/'.length)
        return await handleCall(request, readStorageAddress(request.method, path, searchParams))
      } catch (error) {
        const storageError = storageErrorOf(error)
        if (!storageError) throw error
        if (storageError.cause) logFailure('The file storage failed', storageError.cause)
        return storageError.getResponse()
      }
    },
    close: async () => stopTidying(),
  }
}

function storageErrorOf(error: unknown): StorageError | null {
  const databaseError = DatabaseError.of(error, 'authenticated')
  if (!databaseError) return StorageError.of(error)
  // The session ended during the upload.
  if (databaseError.status === 403) return new StorageError('AccessDenied', 'Only staff may do this')
  if (isDiskFull(error)) return new StorageError('InsufficientStorage', UPLOAD.noRoom, error)
  return StorageError.unavailable(error)
}

/** Source: PostgreSQL, "Error Codes": disk_full */
function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}
