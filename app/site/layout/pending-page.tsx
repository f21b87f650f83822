import type { ReactNode } from 'react'
import { PendingList } from '#app/site/list/pending-list.tsx'
import { PendingSearch } from '#app/site/search/pending-search.tsx'
import { kindOfListPath } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { SEARCH_PATH } from '#domain/search-address.ts'
import { useAwaitedPath } from './use-awaited-path.ts'

/** The page, or what stands in for a list or a search that is on its way. */
export function PendingPage({ today, children }: { today: Day; children: ReactNode }) {
  const path = useAwaitedPath()
  const kind = path === null ? undefined : kindOfListPath(path)
  if (kind) return <PendingList kind={kind} today={today} />
  return path === SEARCH_PATH ? <PendingSearch /> : children
}
