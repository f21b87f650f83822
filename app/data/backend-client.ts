import { PostgrestClient } from '@supabase/postgrest-js'

export type BackendClient = PostgrestClient

/**
 * The table interface as an anonymous visitor sees it.
 *
 * @param backend.url base address of the contract, without a trailing slash
 * @param backend.key the publishable key
 * @param backend.fetch how requests travel: over the network, or inside the process
 */
export function createBackendClient(backend: { url: string; key: string; fetch: typeof fetch }): BackendClient {
  return new PostgrestClient(`${backend.url}/rest/v1`, { headers: { apikey: backend.key }, fetch: backend.fetch })
}
