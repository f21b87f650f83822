import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAdminRead } from '#app/admin/session/unsaved-work.tsx'
import { useAdminClient } from '#app/admin/session/session-context.tsx'
import { countTables } from '#app/data/admin-list.ts'
import { countMessages } from '#app/data/contact-inbox.ts'
import { useSite } from '#app/admin/use-site.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { TABLE_REFRESH_MS } from '#domain/limits.ts'
import { useThrottled } from './use-throttled.ts'

interface TabCounts {
  counts: Partial<Record<AdminTable | 'contact_messages', number>>
  /** Counts again after a delay; further calls during the delay have no effect. */
  recount: () => void
}

const TabCountsContext = createContext<TabCounts | null>(null)

/** Provides the number of rows of every tab, counted again after a navigation and when the window gets focus. */
export function TabCountsProvider({ children }: { children: ReactNode }) {
  const client = useAdminClient()
  const read = useAdminRead()
  const { pathname } = useLocation()
  const [counts, setCounts] = useState<TabCounts['counts']>({})
  const { contactInbox } = useSite().site
  const recount = useThrottled(() => {
    const count = async () => ({
      ...(await countTables(client)),
      ...(contactInbox && { contact_messages: await countMessages(client) }),
    })
    read(count).then(setCounts, (error: unknown) => console.warn('The rows of the tabs could not be counted', error))
    return true
  }, TABLE_REFRESH_MS)

  useEffect(recount, [recount, pathname])
  useEffect(() => {
    addEventListener('focus', recount)
    return () => removeEventListener('focus', recount)
  }, [recount])
  return <TabCountsContext value={{ counts, recount }}>{children}</TabCountsContext>
}

export function useTabCounts(): TabCounts {
  const found = useContext(TabCountsContext)
  if (!found) throw new Error('No TabCountsProvider above')
  return found
}
