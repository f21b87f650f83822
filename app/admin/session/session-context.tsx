import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createStaffClient, type StaffClient } from '#app/data/staff-client.ts'
import { CHECKING, openStaffSession, type StaffSession, type StaffState } from '#app/data/staff-session.ts'

const SessionContext = createContext<StaffSession | null>(null)

/** The session begins in the browser: on the server nobody is signed in yet. */
export function SessionProvider({ publishableKey, children }: { publishableKey: string; children: ReactNode }) {
  const [session] = useState(() =>
    import.meta.env.SSR ? null : openStaffSession(createStaffClient(location.origin, publishableKey)),
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): StaffSession | null {
  return useContext(SessionContext)
}

export function useStaffState(): StaffState {
  const session = useSession()
  return useSyncExternalStore(session?.subscribe ?? neverChanges, session?.current ?? (() => CHECKING), () => CHECKING)
}

function neverChanges() {
  return () => {}
}

/** The contract, for pages that only staff are shown. */
export function useStaffClient(): StaffClient {
  const session = useSession()
  if (!session) throw new Error('Pages of staff are not rendered on the server')
  return session.client
}
