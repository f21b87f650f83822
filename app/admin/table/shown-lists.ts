import type { Location, To } from 'react-router'
import { tabPath, type AdminTab } from '#domain/admin/tabs.ts'

interface ShownList {
  /** Filter, order and number of rows, as in the address. */
  search: string
  scrollKey: string
}

const lists = new Map<string, ShownList>()

/** Remembers how a table is shown, for the way back to it. */
export function rememberList(tab: AdminTab, location: Location): void {
  lists.set(tab.table, { search: location.search, scrollKey: scrollKey(location) })
}

/** @returns a link back to a table as it was last shown: with its filter and order, at its scroll position */
export function wayBackTo(tab: AdminTab): { to: To; state: { scrollKey?: string } } {
  const { search = '', scrollKey: key } = lists.get(tab.table) ?? {}
  return { to: { pathname: tabPath(tab), search }, state: { ...(key && { scrollKey: key }) } }
}

/** @returns the key under which the router stores the scroll position of a page; a way back has that of the list */
export function scrollKey({ key, state }: Location<{ scrollKey?: string } | null>): string {
  return state?.scrollKey ?? key
}
