import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '#supabase/database-types.ts'
import type { Reply } from './backend-error.ts'

type Schema = Database['public']

/** The backend as pages and documents ask it, for an anonymous visitor. */
export interface BackendClient {
  /** Calls a function of the database. */
  rpc<Name extends keyof Schema['Functions']>(name: Name, given?: Schema['Functions'][Name]['Args']): PromiseLike<Reply>
  /** Adds a row, which visitors may not read. */
  insert<Table extends keyof Schema['Tables']>(table: Table, row: Schema['Tables'][Table]['Insert']): PromiseLike<Reply>
}

/**
 * Calls a function of the database within the process.
 *
 * @param given arguments by name, as values of JSON
 * @returns HTTP status and JSON in UTF-8, as the API sends them
 */
export type CallFunction = (
  name: string,
  given: Readonly<Record<string, unknown>>,
) => Promise<{ status: number; body: Uint8Array }>

/**
 * A client of the PostgREST API for an anonymous visitor.
 *
 * @param backend.url base address of the backend, without a trailing slash
 * @param backend.key the publishable key
 * @param backend.fetch sends requests over the network or inside the process
 * @param backend.callFunction calls functions in place of requests, if there is such a way
 */
export function createBackendClient(backend: {
  url: string
  key: string
  fetch: typeof fetch
  callFunction?: CallFunction
}): BackendClient {
  const { url, key, fetch, callFunction } = backend
  const client = new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: key }, fetch })
  return {
    rpc: (name, given = {}) => (callFunction ? replyOf(callFunction(name, given)) : client.rpc(name, given)),
    insert: (table, row) => client.from(table).insert(row),
  }
}

const decoder = new TextDecoder()

async function replyOf(answer: ReturnType<CallFunction>): Promise<Reply> {
  const { status, body } = await answer
  const json = JSON.parse(decoder.decode(body))
  return status < 400 ? { data: json, error: null, status } : { data: null, error: json, status }
}
