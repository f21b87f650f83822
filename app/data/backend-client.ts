import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '#supabase/database-types.ts'

export type BackendClient = PostgrestClient<Database>

/**
 * A client of the PostgREST API for an anonymous visitor.
 *
 * @param backend.url base address of the backend, without a trailing slash
 * @param backend.key the publishable key
 * @param backend.fetch sends requests over the network or inside the process
 */
export function createBackendClient(backend: { url: string; key: string; fetch: typeof fetch }): BackendClient {
  return new PostgrestClient<Database>(`${backend.url}/rest/v1`, {
    headers: { apikey: backend.key },
    fetch: backend.fetch,
  })
}
