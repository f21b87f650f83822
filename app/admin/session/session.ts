import { useSyncExternalStore } from 'react'
import { noteTimeOfDocument } from '#app/browser/time-of-answers.ts'
import { createAdminClient, type AdminClient } from '#app/data/admin-client.ts'
import { CHECKING, openAdminSession, type AdminSession, type AdminState } from '#app/data/admin-session.ts'

let session: AdminSession | null = null
let account = ''
let resolve: (opened: AdminSession) => void
const opened = new Promise<AdminSession>((done) => {
  resolve = done
})

/** Opens the session of this browser; during server rendering there is none. */
export function openSession(publishableKey: string): void {
  if (import.meta.env.SSR || session) return
  noteTimeOfDocument()
  const started = openAdminSession(createAdminClient(location.origin, publishableKey))
  started.subscribe(() => {
    const state = started.current()
    if (state.kind === 'staff') ({ account } = state)
  })
  session = started
  resolve(started)
}

/** The session, also for loaders and actions of the router, which may start before it is opened. */
export function browserSession(): Promise<AdminSession> {
  return opened
}

export function useAdminState(): AdminState {
  return useSyncExternalStore(session?.subscribe ?? neverChanges, session?.current ?? (() => CHECKING), () => CHECKING)
}

/** @returns whether the signed-in account may do what editors may not */
export function useIsAdmin(): boolean {
  const state = useAdminState()
  return state.kind === 'staff' && state.role === 'admin'
}

/** @returns the signed-in account, also after the end of its session until another one signs in; '' before */
export function latestAccount(): string {
  return account
}

function neverChanges() {
  return () => {}
}

/** The client of the backend, for pages that only admins can open. */
export function adminClient(): AdminClient {
  if (!session) throw new Error('adminClient() was called during server rendering, where there is no session')
  return session.client
}
