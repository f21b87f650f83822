import type { Sql } from 'postgres'
import { DatabaseError } from '#backend/database-error.ts'
import type { SupabaseLite } from '#backend/supabase-lite.ts'
import type { FileStore } from './file-store.ts'
import { readStorageAddress } from './storage-address.ts'
import { createStorageCalls } from './storage-calls.ts'
import { StorageError } from './storage-error.ts'
import { tidyRegularly } from './tidy-storage.ts'

interface StorageOptions {
  /** Connections that are "service_role" and may change into the other request roles. */
  sql: Sql
  store: FileStore
  /** Judges who asks. */
  tables: Pick<SupabaseLite, 'fetch'>
  /** Hears of failures that are not the client's. */
  logFailure: (what: string, error: unknown) => void
}

export interface Storage {
  /** Answers a request below /storage/v1/ that passed the guard. */
  answer(request: Request): Promise<Response>
  /** Ends what it does by itself. */
  close(): Promise<void>
}

/**
 * The contract's storage, as far as this product needs it: staff add and remove files of one public bucket, everybody
 * reads them by address, images also in narrower sizes, and nobody lists them. Source: docs/decisions/010; Supabase
 * Storage API
 */
export function openStorage({ sql, store, tables, logFailure }: StorageOptions): Storage {
  const act = createStorageCalls({ sql, store, tables })
  const stopTidying = tidyRegularly({ sql, store }, logFailure)

  return {
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url)
      try {
        const path = pathname.slice('/storage/v1/'.length)
        return await act(request, readStorageAddress(request.method, path, searchParams))
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        if (refusal.cause) logFailure('The file storage failed', refusal.cause)
        return refusal.getResponse()
      }
    },
    close: async () => stopTidying(),
  }
}

function refusalOf(error: unknown): StorageError | null {
  const refusal = DatabaseError.of(error, 'authenticated')
  if (!refusal) return StorageError.of(error)
  // A session that ended while the file was on its way.
  if (refusal.status === 403) return new StorageError('AccessDenied', 'Only staff may do this')
  return StorageError.away(error)
}
