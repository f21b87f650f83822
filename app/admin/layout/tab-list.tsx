import { Link, useLocation } from 'react-router'
import { ADMIN_TABS, tabPath } from '#domain/admin/tabs.ts'
import { AdminIcon } from './admin-icon.tsx'

export function TabList() {
  const { pathname } = useLocation()
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
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
