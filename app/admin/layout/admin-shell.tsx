import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { changeProblem } from '#app/admin/feedback/page-problem.tsx'
import { useAdminState } from '#app/admin/session/session.ts'
import { Opening } from './opening.tsx'
import { RouteFocus } from './route-focus.tsx'
import { toggleTheme } from '#app/browser/theme.ts'
import { followOtherTabs } from '#app/browser/theme-of-other-tabs.ts'
import { TablePlaceholder } from '#app/admin/table/table-placeholder.tsx'
import { useSite } from '#app/admin/use-site.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { ADMIN_TABS, tabPath } from '#domain/admin/tabs.ts'
import { SignOut } from './sign-out.tsx'
import { useCounting } from './tab-counts.tsx'
import { TabList } from './tab-list.tsx'
import { UnreachedPage } from './unreached-page.tsx'
import { useOpenedPage } from './use-opened-page.ts'

/** Frame of every page: tabs at the side, or on top on a phone, and the content. */
export function AdminShell({ children }: { children: ReactNode }) {
  const { site } = useSite()
  const state = useAdminState()
  const { pathname } = useLocation()
  // The page that one leaves disappears at once: what is typed into it from then on would be lost.
  const opening = useOpenedPage()
  const openedTab = ADMIN_TABS.find((tab) => tabPath(tab) === opening?.pathname)
  useCounting()
  useEffect(followOtherTabs, [])
  useEffect(() => () => changeProblem.set(null), [pathname])
  return (
    <div className="admin-shell">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="side">
        <a className="brand" href="/">
          <BrandMark />
          {site.name}
        </a>
        <TabList />
        <div className="me">
          <p className="email">{'email' in state ? state.email : ''}</p>
          <SignOut />
          <ThemeToggle onClick={toggleTheme} />
        </div>
      </header>
      <main id="main" className="admin-main" tabIndex={-1}>
        <RouteFocus />
        {opening && <UnreachedPage />}
        {opening ? openedTab ? <TablePlaceholder tab={openedTab} /> : <Opening /> : children}
      </main>
    </div>
  )
}
