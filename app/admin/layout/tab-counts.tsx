import { useEffect } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { createStore } from '#app/admin/feedback/store.ts'
import { useSite } from '#app/admin/use-site.ts'
import { countTables } from '#app/data/admin-list.ts'
import { countBin } from '#app/data/bin.ts'
import { countMessages } from '#app/data/contact-inbox.ts'
import { countDeadLinks } from '#app/data/link-checks.ts'
import { countReports } from '#app/data/mistake-reports.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { COUNTS_MS } from '#domain/limits.ts'
import type { Route } from './+types/tab-counts.ts'

type TabCounts = Partial<Record<AdminTable | 'bin' | 'contact_messages' | 'mistake_reports' | 'dead_links', number>>

const PATH = '/admin/counts'
const COUNTS = { key: 'tab counts' }

/** Counts the rows of every tab. It is a route of its own, so that no page waits for it. */
export function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Loaded<TabCounts>> {
  const { searchParams } = new URL(request.url)
  return load('Counts', async (client) => ({
    ...(await countTables(client)),
    mistake_reports: await countReports(client),
    bin: await countBin(client),
    ...(searchParams.has('links') && { dead_links: await countDeadLinks(client) }),
    ...(searchParams.has('inbox') && { contact_messages: await countMessages(client) }),
  }))
}

/** How often a count was asked for. */
const asked = createStore(0)

/** Counts again, after a change that is no action of the router. */
export function countAgain(): void {
  asked.set(asked.get() + 1)
}

/**
 * Counts after a navigation, when the window gets focus, and every minute while it is visible, because others change other
 * tables, too; the router does so after every change.
 */
export function useCounting(): void {
  const { load: count } = useFetcher(COUNTS)
  const { pathname } = useLocation()
  const times = asked.use()
  const { contactInbox, linkChecks } = useSite().site
  const counted = [...(contactInbox ? ['inbox'] : []), ...(linkChecks ? ['links'] : [])].join('&')
  useEffect(() => {
    const recount = () => void count(`${PATH}?${counted}`)
    recount()
    addEventListener('focus', recount)
    const timer = setInterval(() => document.hidden || recount(), COUNTS_MS)
    return () => {
      removeEventListener('focus', recount)
      clearInterval(timer)
    }
  }, [count, counted, pathname, times])
}

export function useTabCounts(): TabCounts {
  return useLastValue(useFetcher<Loaded<TabCounts>>(COUNTS).data) ?? {}
}

export { default } from './admin-not-found.tsx'
