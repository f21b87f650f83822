import { useEffect, type ReactNode } from 'react'
import { useStaffState } from '#app/admin/session/session-context.tsx'
import { RouteFocus } from './route-focus.tsx'
import { followOtherTabs, toggleTheme } from '#app/browser/theme.ts'
import { useSite } from '#app/admin/use-site.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { SignOut } from './sign-out.tsx'
import { TabCountsProvider } from './tab-counts.tsx'
import { TabList } from './tab-list.tsx'

/** Tabs at the side, or above on a phone, and the page beside them. */
export function AdminShell({ children }: { children: ReactNode }) {
  const { site } = useSite()
  const state = useStaffState()
  useEffect(followOtherTabs, [])
  return (
    <TabCountsProvider>
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
          {children}
          <RouteFocus />
        </main>
      </div>
    </TabCountsProvider>
  )
}
