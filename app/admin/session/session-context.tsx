import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createStaffClient, type StaffClient } from '#app/data/staff-client.ts'
import { CHECKING, openStaffSession, type StaffSession, type StaffState } from '#app/data/staff-session.ts'

const SessionContext = createContext<StaffSession | null>(null)

/** Opens the session in the browser; during server rendering there is none. */
export function SessionProvider({ publishableKey, children }: { publishableKey: string; children: ReactNode }) {
  const [session] = useState(() =>
    import.meta.env.SSR ? null : openStaffSession(createStaffClient(location.origin, publishableKey)),
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): StaffSession | null {
  return useContext(SessionContext)
}

export function useAdminState(): StaffState {
  const session = useSession()
  return useSyncExternalStore(session?.subscribe ?? neverChanges, session?.current ?? (() => CHECKING), () => CHECKING)
}

function neverChanges() {
  return () => {}
}

/** The client of the backend, for pages that only admins can open. */
export function useAdminClient(): StaffClient {
  const session = useSession()
  if (!session) throw new Error('useAdminClient() was called during server rendering, where there is no session')
  return session.client
}
