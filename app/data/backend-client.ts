import { PostgrestClient } from '@supabase/postgrest-js'

export type BackendClient = PostgrestClient

/**
 * A client of the PostgREST API for an anonymous visitor.
 *
 * @param backend.url base address of the backend, without a trailing slash
 * @param backend.key the publishable key
 * @param backend.fetch sends requests over the network or inside the process
 */
export function createBackendClient(backend: { url: string; key: string; fetch: typeof fetch }): BackendClient {
  return new PostgrestClient(`${backend.url}/rest/v1`, { headers: { apikey: backend.key }, fetch: backend.fetch })
}
