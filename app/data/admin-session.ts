import type { AuthError, Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { SESSION } from '#domain/admin/messages.ts'
import { endSignal } from '#domain/end-signal.ts'
import { STAFF_ROLES, type StaffRole } from '#domain/staff-roles.ts'
import { RETRY_MS, SAVE_TIMEOUT_MS, SESSION_CHECK_MS } from '#domain/limits.ts'
import { BackendError, dataOf } from './backend-error.ts'
import type { AdminClient } from './admin-client.ts'
import { authFault } from './auth-fault.ts'

/** Source: docs/behaviour/admin.md#checking-the-session. */
export type AdminState =
  | { kind: 'checking' }
  /** `byChoice`: the user has pressed 'Sign out' in this window. `isUnreachable`: nothing is known about the session. */
  | { kind: 'signed-out'; byChoice: boolean; isUnreachable?: boolean }
  | { kind: 'not-admin'; email: string }
  /** The account counts after its second factor is verified, or enrolled where one is required. */
  | { kind: 'second-factor'; email: string; missing: 'verify' | 'enroll' }
  | StaffState

/** A signed-in account of the staff. */
interface StaffState {
  kind: 'staff'
  email: string
  account: string
  role: StaffRole
  /** null until it is set. */
  name: string | null
}

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
const UNREACHABLE: AdminState = { kind: 'signed-out', byChoice: false, isUnreachable: true }
const staffAccess = z
  .object({
    account: z.string(),
    role: z.enum(STAFF_ROLES),
    name: z.string().nullable(),
    missing: z.enum(['verify', 'enroll']).nullable(),
  })
  .nullable()

/**
 * Follows the session of this browser. Whether its account is on the staff, and in which role, is for the database to
 * say; that is read again after every change of the session. Without a reply in time the state is signed out until a reply
 * arrives.
 */
export function openAdminSession(client: AdminClient): AdminSession {
  const listeners = new Set<() => void>()
  let state = CHECKING
  let latest: Promise<AdminState> = Promise.resolve(state)
  let requests = 0
  /** The access token whose role is being read. */
  let reading = ''
  /** From the sign-out until the next sign-in. */
  let byChoice = false

  function setState(next: AdminState): AdminState {
    if (JSON.stringify(next) !== JSON.stringify(state)) {
      state = next
      for (const onChange of listeners) onChange()
    }
    return state
  }

  /**
   * Reads the role of a session. The result of an earlier request is replaced by that of the newest one.
   *
   * @param failure why there is no session; without one the user is signed out
   */
  function checkRole(session: Session | null, failure: AuthError | null = null): Promise<AdminState> {
    const request = ++requests
    reading = session?.access_token ?? ''
    // Without an answer until then, the next event of the session asks again.
    setTimeout(() => {
      if (request === requests) reading = ''
    }, SESSION_CHECK_MS)
    const found = session ? roleOf(client, session, state) : Promise.resolve(withoutSession(failure))
    latest = found.then((result) => {
      if (request !== requests) return latest
      reading = ''
      if (result === UNREACHABLE) setTimeout(() => request === requests && checkAgain(), RETRY_MS)
      // Reads of the page that is left may find out after the sign-out that the session has ended.
      return setState(result === SIGNED_OUT ? { kind: 'signed-out', byChoice } : result)
    })
    return latest
  }

  /** The same, unless the role of this session is being read: a page that opens gets two events for its session. */
  function checkNewRole(session: Session | null): Promise<AdminState> {
    return session?.access_token === reading ? latest : checkRole(session)
  }

  function withoutSession(failure: AuthError | null): AdminState {
    if (failure && isUnanswered(failure.status)) return unanswered(state, failure)
    if (failure) console.warn('The session has ended', failure)
    return { kind: 'signed-out', byChoice }
  }

  async function check(): Promise<AdminState> {
    const { data, error } = await client.auth.getSession()
    return checkRole(data.session, error)
  }

  function checkAgain(): void {
    allowRefresh(client)
    void check()
  }

  // Without a session in this browser the check ends at once.
  setTimeout(() => {
    if (state !== CHECKING) return
    console.warn('The session was not checked in time')
    setState(UNREACHABLE)
  }, SESSION_CHECK_MS)
  client.auth.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_IN') byChoice = false
    // The event does not tell a browser without a session from a session that could not be renewed.
    if (event === 'INITIAL_SESSION' && session === null) void check()
    else if (session !== null || state.kind !== 'signed-out') void checkNewRole(session)
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
      if (error) throw new Error(authFault(error).message || SESSION.wrong)
      const checked = await withTimeout(checkNewRole(data.session))
      if (checked.kind === 'signed-out') throw new Error(SESSION.roleUnknown)
      return checked
    },
    async signOut() {
      byChoice = true
      const { error } = await client.auth.signOut()
      if (!error) return
      byChoice = false
      throw error
    },
    check,
  }
}

/**
 * Refreshes the token of the session if it has expired. Without a token, a request would be one of a visitor, and its
 * failure would say that its user has no rights.
 *
 * @returns the session of the browser; null without one
 * @throws BackendError (401, nothing was sent) when the token could not be refreshed, because the server or its database
 *   was not reached
 */
export async function refreshedSession({ auth }: Pick<AdminClient, 'auth'>): Promise<Session | null> {
  const { data, error } = await auth.getSession()
  if (error && isUnanswered(error.status)) {
    setTimeout(() => allowRefresh({ auth }), RETRY_MS)
    throw new BackendError(SESSION.noAnswer, { code: '', status: 401 })
  }
  return data.session
}

/** Lets the library refresh the token again after a failure. Otherwise it repeats that failure for a minute without a request. */
export function allowRefresh({ auth }: Pick<AdminClient, 'auth'>): void {
  auth['lastRefreshFailure'] = null
}

/**
 * A failure is logged and means signed out. When the server or its database could not be reached, staff stay signed in,
 * and otherwise the session is checked again later.
 */
async function roleOf(client: AdminClient, { user }: Session, before: AdminState): Promise<AdminState> {
  const email = user.email ?? ''
  try {
    const reply = await client.rpc('staff_access').retry(false).abortSignal(endSignal(SAVE_TIMEOUT_MS))
    if (isUnanswered(reply.status)) return unanswered(before, reply.error)
    const access = staffAccess.parse(dataOf(reply))
    if (access?.missing) return { kind: 'second-factor', email, missing: access.missing }
    if (access) return { kind: 'staff', email, account: access.account, role: access.role, name: access.name }
    const { error } = await client.auth.getUser()
    if (error && isUnanswered(error.status)) return unanswered(before, error)
    if (error) console.warn('The session has ended', error)
    return error ? SIGNED_OUT : { kind: 'not-admin', email }
  } catch (error) {
    console.warn('The role could not be checked', error)
    return SIGNED_OUT
  }
}

/** @param status of the response; undefined when it is not known. A limit of calls (429) answers nothing, either. */
function isUnanswered(status = 0): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** A failure of the network or the server says nothing about the session: staff stay signed in. */
function unanswered(before: AdminState, failure: unknown): AdminState {
  console.warn('The session could not be checked', failure)
  return before.kind === 'staff' ? before : UNREACHABLE
}

function withTimeout(checked: Promise<AdminState>): Promise<AdminState> {
  return new Promise((resolve) => {
    setTimeout(resolve, SESSION_CHECK_MS, SIGNED_OUT)
    void checked.then(resolve)
  })
}
