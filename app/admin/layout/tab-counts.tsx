import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useStaffRead } from '#app/admin/session/unsaved-work.tsx'
import { useStaffClient } from '#app/admin/session/session-context.tsx'
import { countTables } from '#app/data/admin-list.ts'
import { countMessages } from '#app/data/contact-inbox.ts'
import { useSite } from '#app/admin/use-site.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { TABLE_REFRESH_MS } from '#domain/limits.ts'
import { useSoon } from './use-soon.ts'

interface TabCounts {
  counts: Partial<Record<AdminTable | 'contact_messages', number>>
  /** Counts again in a moment: once for many changes. */
  recount: () => void
}

const TabCountsContext = createContext<TabCounts | null>(null)

/** How many rows every tab has, counted again whenever one goes to another page or comes back to the window. */
export function TabCountsProvider({ children }: { children: ReactNode }) {
  const client = useStaffClient()
  const read = useStaffRead()
  const { pathname } = useLocation()
  const [counts, setCounts] = useState<TabCounts['counts']>({})
  const { contactInbox } = useSite().site
  const recount = useSoon(() => {
    const count = async () => ({
      ...(await countTables(client)),
      ...(contactInbox && { contact_messages: await countMessages(client) }),
    })
    read(count).then(setCounts, (error: unknown) => console.warn('Rows were not counted', error))
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
