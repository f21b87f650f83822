import postgres from 'postgres'
import { DatabaseRefusal } from '#backend/database-refusal.ts'
import { connecting, connectionSettings } from '#backend/request-roles.ts'
import type { TableInterface } from '#backend/table-interface.ts'
import type { FileStore } from './file-store.ts'
import { readStorageAddress } from './storage-address.ts'
import { createStorageCalls } from './storage-calls.ts'
import { StorageRefusal } from './storage-refusal.ts'
import { tidyRegularly } from './tidy-storage.ts'

interface StorageOptions {
  databaseUrl: string
  store: FileStore
  /** Hears of failures that are not the client's. */
  logFailure: (what: string, error: unknown) => void
}

export interface Storage {
  /** Answers a request below /storage/v1/ that passed the guard. */
  answer(request: Request): Promise<Response>
  close(): Promise<void>
}

const connectionsPerServer = 4

/** Milliseconds that a file may take on its way to an object storage, with its row waiting for it. */
const longestTransaction = 60_000

/**
 * The contract's storage, as far as this product needs it: staff add and remove files of one public bucket, everybody
 * reads them by address, images also in narrower sizes, and nobody lists them. Source: docs/decisions/010; Supabase
 * Storage API
 * @param tables judges who asks
 */
export function openStorage(
  { databaseUrl, store, logFailure }: StorageOptions,
  tables: Pick<TableInterface, 'fetch'>,
): Storage {
  const sql = postgres(databaseUrl, {
    max: connectionsPerServer,
    ...connecting,
    connection: {
      ...connectionSettings,
      role: 'service_role',
      idle_in_transaction_session_timeout: longestTransaction,
      statement_timeout: longestTransaction,
    },
  })
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
    async close() {
      stopTidying()
      await sql.end({ timeout: 5 })
    },
  }
}

function refusalOf(error: unknown): StorageRefusal | null {
  const refusal = DatabaseRefusal.of(error, 'authenticated')
  if (!refusal) return StorageRefusal.of(error)
  // A session that ended while the file was on its way.
  if (refusal.status === 403) return new StorageRefusal('AccessDenied', 'Only staff may do this')
  return StorageRefusal.away(error)
}
