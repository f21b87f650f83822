import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createAdminClient, type AdminClient } from '#app/data/admin-client.ts'
import { CHECKING, openAdminSession, type AdminSession, type AdminState } from '#app/data/admin-session.ts'

const SessionContext = createContext<AdminSession | null>(null)

/** Opens the session in the browser; during server rendering there is none. */
export function SessionProvider({ publishableKey, children }: { publishableKey: string; children: ReactNode }) {
  const [session] = useState(() =>
    import.meta.env.SSR ? null : openAdminSession(createAdminClient(location.origin, publishableKey)),
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): AdminSession | null {
  return useContext(SessionContext)
}

export function useAdminState(): AdminState {
  const session = useSession()
  return useSyncExternalStore(session?.subscribe ?? neverChanges, session?.current ?? (() => CHECKING), () => CHECKING)
}

function neverChanges() {
  return () => {}
}

/** The client of the backend, for pages that only admins can open. */
export function useAdminClient(): AdminClient {
  const session = useSession()
  if (!session) throw new Error('useAdminClient() was called during server rendering, where there is no session')
  return session.client
}
