import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { SESSION } from '#domain/admin/messages.ts'
import { SESSION_CHECK_MS } from '#domain/limits.ts'
import { answerOf } from './backend-error.ts'
import type { StaffClient } from './staff-client.ts'

/** Source: specification, section 4, Admin session. */
export type StaffState =
  | { kind: 'checking' }
  /** `byChoice`: somebody pressed 'Sign out' in this very window. */
  | { kind: 'signed-out'; byChoice: boolean }
  | { kind: 'not-staff'; email: string }
  | { kind: 'staff'; email: string }

export interface StaffSession {
  readonly client: StaffClient
  current: () => StaffState
  /** @returns stops telling */
  subscribe: (tell: () => void) => () => void
  /**
   * @returns who has signed in
   * @throws Error with the words for people
   */
  signIn: (credentials: { email: string; password: string }) => Promise<StaffState>
  /** @throws Error when the server did not agree; the session then goes on */
  signOut: () => Promise<void>
  /** Asks the server again who this is. */
  check: () => Promise<StaffState>
}

export const CHECKING: StaffState = { kind: 'checking' }
const SIGNED_OUT: StaffState = { kind: 'signed-out', byChoice: false }
const profileRow = z.object({ role: z.string() }).nullable()

/**
 * Who is signed in, kept up to date: a member of staff is whoever the database says has the role admin, asked again at
 * every change of the session. Without a reply in time nobody is signed in; a late reply still counts.
 */
export function openStaffSession(client: StaffClient): StaffSession {
  const listeners = new Set<() => void>()
  let state = CHECKING
  let latest: Promise<StaffState> = Promise.resolve(state)
  let asked = 0
  let byChoice = false

  function become(next: StaffState): StaffState {
    if (JSON.stringify(next) !== JSON.stringify(state)) {
      state = next
      for (const tell of listeners) tell()
    }
    return state
  }

  /** An answer that a newer question overtook gives way to that one's. */
  function judge(session: Session | null): Promise<StaffState> {
    const mine = ++asked
    const found = session ? roleOf(client, session, state) : Promise.resolve({ kind: 'signed-out' as const, byChoice })
    latest = found.then((answer) => (mine === asked ? become(answer) : latest))
    return latest
  }

  setTimeout(() => state === CHECKING && become(SIGNED_OUT), SESSION_CHECK_MS)
  client.auth.onAuthStateChange((_event, session) => {
    if (session !== null || state.kind !== 'signed-out') void judge(session)
  })

  return {
    client,
    current: () => state,
    subscribe(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    async signIn(credentials) {
      const { data, error } = await client.auth.signInWithPassword(credentials)
      if (error) throw new Error(error.message || SESSION.wrong)
      const checked = await inTime(judge(data.session))
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
      return judge(data.session)
    },
  }
}

/** A failure is logged and means signed out, unless the network alone is away and this was staff a moment ago. */
async function roleOf(client: StaffClient, { user }: Session, before: StaffState): Promise<StaffState> {
  const email = user.email ?? ''
  try {
    const reply = await client.from('profiles').select('role').eq('id', user.id).maybeSingle()
    if (reply.status === 0 && before.kind === 'staff') return before
    const profile = profileRow.parse(answerOf(reply))
    if (profile?.role === 'admin') return { kind: 'staff', email }
    return (await client.auth.getUser()).error ? SIGNED_OUT : { kind: 'not-staff', email }
  } catch (error) {
    console.warn('The role could not be checked', error)
    return SIGNED_OUT
  }
}

function inTime(checked: Promise<StaffState>): Promise<StaffState> {
  return new Promise((resolve) => {
    setTimeout(resolve, SESSION_CHECK_MS, SIGNED_OUT)
    void checked.then(resolve)
  })
}
