import { useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { useSite } from '#app/admin/use-site.ts'
import { countTables } from '#app/data/admin-list.ts'
import { countMessages } from '#app/data/contact-inbox.ts'
import { countReports } from '#app/data/mistake-reports.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import type { Route } from './+types/tab-counts.ts'

type TabCounts = Partial<Record<AdminTable | 'contact_messages' | 'mistake_reports', number>>

const PATH = '/admin/counts'
const COUNTS = { key: 'tab counts' }

/** Counts the rows of every tab. It is a route of its own, so that no page waits for it. */
export function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Loaded<TabCounts>> {
  const hasInbox = new URL(request.url).searchParams.has('inbox')
  return load('Counts', async (client) => ({
    ...(await countTables(client)),
    mistake_reports: await countReports(client),
    ...(hasInbox && { contact_messages: await countMessages(client) }),
  }))
}

/** Counts after a navigation and when the window gets focus; the router does so after every change. */
export function useCounting(): void {
  const { load: count } = useFetcher(COUNTS)
  const { pathname } = useLocation()
  const { contactInbox } = useSite().site
  useEffect(() => {
    const recount = () => void count(contactInbox ? `${PATH}?inbox` : PATH)
    recount()
    addEventListener('focus', recount)
    return () => removeEventListener('focus', recount)
  }, [count, contactInbox, pathname])
}

export function useTabCounts(): TabCounts {
  return useLastValue(useFetcher<Loaded<TabCounts>>(COUNTS).data) ?? {}
}

export { default } from './admin-not-found.tsx'
