import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { useIsAdmin } from '#app/admin/session/session.ts'
import { useSite } from '#app/admin/use-site.ts'
import { ADMIN_TABS, tabPath } from '#domain/admin/tabs.ts'
import { formatNumber } from '#domain/numbers.ts'
import { AdminIcon } from './admin-icon.tsx'
import { listedTabs } from './listed-tabs.ts'
import { useTabCounts } from './tab-counts.tsx'

export function TabList() {
  // The tab that was chosen is marked at once, while its page is loading.
  const opening = useNavigation().location
  const { pathname } = { ...useLocation(), ...opening }
  const list = useRef<HTMLUListElement>(null)
  const counts = useTabCounts()
  const isAdmin = useIsAdmin()
  const tabs = listedTabs(useSite().site).filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  const shown = pathname === '/admin' ? tabPath(ADMIN_TABS[0]!) : pathname
  // On a phone the tabs are one scrolling line, which gets longer when the counts are shown.
  const hasViewCounts = counts.jobs !== undefined
  useEffect(() => {
    if (list.current) showCurrent(list.current)
  }, [pathname, hasViewCounts])

  return (
    <nav aria-label="Back office">
      <ul ref={list}>
        {tabs.map(({ path, label, icon, counts: table }) => {
          const count = table && counts[table]
          const isCurrent = shown === path || shown.startsWith(`${path}/`)
          return (
            <li key={path}>
              <Link to={path} aria-current={isCurrent ? 'page' : undefined}>
                <AdminIcon name={icon} />
                {label}
                <span className="number">{count === undefined ? '' : formatNumber(count)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Scrolls the tab list only: scrollIntoView would scroll the page, too. */
function showCurrent(list: HTMLElement): void {
  const tab = list.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!tab) return
  const line = list.getBoundingClientRect()
  list.scrollBy({ left: Math.min(0, tab.left - line.left) + Math.max(0, tab.right - line.right) })
}
