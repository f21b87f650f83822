import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { REALTIME_EVENTS_PER_SECOND } from '#domain/limits.ts'

export type StaffClient = SupabaseClient

/**
 * The contract as staff see it: sign-in, tables and changes as they happen, with the session of this browser. Tokens in
 * an address are not taken for a session (PKCE), so no link can sign anybody in as somebody else.
 * Source: specification, sections 4 and 7; security cases, S24
 *
 * @param url base address of the contract, without a trailing slash
 */
export function createStaffClient(url: string, publishableKey: string): StaffClient {
  return createClient(url, publishableKey, {
    auth: {
      storageKey: 'auth_tokens',
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      flowType: 'pkce',
    },
    realtime: { params: { eventsPerSecond: REALTIME_EVENTS_PER_SECOND } },
    global: { fetch: (input, init) => fetch(endingThisSession(input), init) },
  })
}

/**
 * Only the library's sign-out of all devices asks the server before it forgets the session here, and so can be tried
 * again when it fails. Staff mean this browser, though: nobody's work elsewhere is interrupted.
 */
function endingThisSession(input: RequestInfo | URL): RequestInfo | URL {
  return typeof input === 'string' ? input.replace(/\/logout\?scope=global$/, '/logout?scope=local') : input
}
