import { Link, useLocation } from 'react-router'
import { ADMIN_TABS, tabPath } from '#domain/admin/tabs.ts'
import { formatNumber } from '#domain/numbers.ts'
import { AdminIcon } from './admin-icon.tsx'
import { useTabCounts } from './tab-counts.tsx'

export function TabList() {
  const { pathname } = useLocation()
  const { counts } = useTabCounts()
  const shown = pathname === '/admin' ? tabPath(ADMIN_TABS[0]!) : pathname
  return (
    <nav aria-label="Back office">
      <ul>
        {ADMIN_TABS.map((tab) => {
          const path = tabPath(tab)
          const isCurrent = shown === path || shown.startsWith(`${path}/`)
          return (
            <li key={tab.table}>
              <Link to={path} aria-current={isCurrent ? 'page' : undefined}>
                <AdminIcon name={tab.table} />
                {tab.label}
                <span className="number">{formatCount(counts[tab.table])}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function formatCount(count: number | undefined): string {
  return count === undefined ? '' : formatNumber(count)
}
