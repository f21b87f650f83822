import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { SESSION } from '#domain/admin/messages.ts'
import { SESSION_CHECK_MS } from '#domain/limits.ts'
import { dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'

/** Source: docs/behaviour/admin.md#checking-the-session. */
export type AdminState =
  | { kind: 'checking' }
  /** `byChoice`: the user has pressed 'Sign out' in this window. */
  | { kind: 'signed-out'; byChoice: boolean }
  | { kind: 'not-admin'; email: string }
  | { kind: 'admin'; email: string }

export interface AdminSession {
  readonly client: AdminClient
  current: () => AdminState
  /** @returns a function that unsubscribes */
  subscribe: (onChange: () => void) => () => void
  /**
   * @returns the state after the sign-in
   * @throws Error with a message for the user
   */
  signIn: (credentials: { email: string; password: string }) => Promise<AdminState>
  /** @throws Error when the server has not ended the session, which then continues */
  signOut: () => Promise<void>
  /** Reads the role from the server again. */
  check: () => Promise<AdminState>
}

export const CHECKING: AdminState = { kind: 'checking' }
const SIGNED_OUT: AdminState = { kind: 'signed-out', byChoice: false }
const profileRow = z.object({ role: z.string() }).nullable()

/**
 * Follows the session of this browser. A user is an admin if the database has the role admin for the account; the role
 * is read again after every change of the session. Without a reply in time the state is signed out until a reply
 * arrives.
 */
export function openAdminSession(client: AdminClient): AdminSession {
  const listeners = new Set<() => void>()
  let state = CHECKING
  let latest: Promise<AdminState> = Promise.resolve(state)
  let requests = 0
  let byChoice = false

  function setState(next: AdminState): AdminState {
    if (JSON.stringify(next) !== JSON.stringify(state)) {
      state = next
      for (const onChange of listeners) onChange()
    }
    return state
  }

  /** Reads the role of a session. The result of an outdated request is replaced by that of the newest one. */
  function checkRole(session: Session | null): Promise<AdminState> {
    const request = ++requests
    const found = session ? roleOf(client, session, state) : Promise.resolve({ kind: 'signed-out' as const, byChoice })
    latest = found.then((result) => (request === requests ? setState(result) : latest))
    return latest
  }

  setTimeout(() => state === CHECKING && setState(SIGNED_OUT), SESSION_CHECK_MS)
  client.auth.onAuthStateChange((_event, session) => {
    if (session !== null || state.kind !== 'signed-out') void checkRole(session)
  })

  return {
    client,
    current: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    async signIn(credentials) {
      const { data, error } = await client.auth.signInWithPassword(credentials)
      if (error) throw new Error(error.message || SESSION.wrong)
      const checked = await withTimeout(checkRole(data.session))
      if (checked.kind === 'signed-out') throw new Error(SESSION.roleUnknown)
      return checked
    },
    async signOut() {
      byChoice = true
      const { error } = await client.auth.signOut()
      byChoice = false
      if (error) throw error
    },
    async check() {
      const { data } = await client.auth.getSession()
      return checkRole(data.session)
    },
  }
}

/** A failure is logged and means signed out, unless only the network failed and the state was that of an admin before. */
async function roleOf(client: AdminClient, { user }: Session, before: AdminState): Promise<AdminState> {
  const email = user.email ?? ''
  try {
    const reply = await client.from('profiles').select('role').eq('id', user.id).maybeSingle()
    if (reply.status === 0 && before.kind === 'admin') return before
    const profile = profileRow.parse(dataOf(reply))
    if (profile?.role === 'admin') return { kind: 'admin', email }
    return (await client.auth.getUser()).error ? SIGNED_OUT : { kind: 'not-admin', email }
  } catch (error) {
    console.warn('The role could not be checked', error)
    return SIGNED_OUT
  }
}

function withTimeout(checked: Promise<AdminState>): Promise<AdminState> {
  return new Promise((resolve) => {
    setTimeout(resolve, SESSION_CHECK_MS, SIGNED_OUT)
    void checked.then(resolve)
  })
}
