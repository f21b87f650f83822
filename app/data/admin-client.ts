import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { endSignal } from '#domain/end-signal.ts'
import { REALTIME_EVENTS_PER_SECOND, SAVE_TIMEOUT_MS } from '#domain/limits.ts'
import type { Database } from '#supabase/database-types.ts'
import { noteServerTime } from './server-time.ts'
import { openTokenStorage } from './token-storage.ts'

export type AdminClient = SupabaseClient<Database>

/**
 * Creates a backend client for admins: sign-in, tables and live changes, with the session of this browser. Tokens in an
 * address are not accepted as a session (PKCE), so a link cannot sign a user in to another account.
 * Source: docs/behaviour/admin.md#where-the-session-is-stored; docs/behaviour/security.md#sessions-in-addresses
 *
 * @param url base address of the backend, without a trailing slash
 */
export function createAdminClient(url: string, publishableKey: string): AdminClient {
  return createClient<Database>(url, publishableKey, {
    auth: {
      storageKey: 'auth_tokens',
      storage: openTokenStorage(),
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      flowType: 'pkce',
    },
    realtime: { params: { eventsPerSecond: REALTIME_EVENTS_PER_SECOND } },
    global: { fetch: send },
  })
}

/** Addresses that answer with a session. */
const GRANTS = /\/auth\/v1\/(token|verify|factors\/[^/]+\/verify)(\?|$)/

/** Calls of the sign-in. Those of the session of this browser come from the library, which sets them no time limit. */
const SIGN_IN_CALLS = /\/auth\/v1\//

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(withLocalSignOut(input), inTime(input, init))
  noteServerTime(response)
  return response.ok && typeof input === 'string' && GRANTS.test(input) ? withoutExpiry(response) : response
}

/**
 * Limits the time of a call of the sign-in, until the end of its answer: everything else waits while a token is refreshed, and
 * the form of the sign-in takes no other attempt meanwhile. The library then reports that the site was not reached.
 */
function inTime(input: RequestInfo | URL, init: RequestInit = {}): RequestInit {
  if (init.signal || typeof input !== 'string' || !SIGN_IN_CALLS.test(input)) return init
  return { ...init, signal: endSignal(SAVE_TIMEOUT_MS) }
}

/**
 * Removes `expires_at`, a time of the server. The library then computes from `expires_in`, by the clock of this device, when a token has
 * to be refreshed. A clock that is ahead would refresh it before every request, and one that is behind never.
 */
async function withoutExpiry(response: Response): Promise<Response> {
  const { expires_at: _, ...session } = (await response.json()) as Record<string, unknown>
  return new Response(JSON.stringify(session), { status: response.status, headers: response.headers })
}

/**
 * Limits a sign-out to this session. Only the library's sign-out of all devices waits for the server before it deletes
 * the local session, so that a failed one can be retried; but sessions in other browsers must not end.
 */
function withLocalSignOut(input: RequestInfo | URL): RequestInfo | URL {
  return typeof input === 'string' ? input.replace(/\/logout\?scope=global$/, '/logout?scope=local') : input
}
