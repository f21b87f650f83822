import type { ReactNode } from 'react'
import { toggleTheme } from '#app/browser/theme.ts'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { SiteMenu } from './site-menu.tsx'

interface SiteHeaderProps {
  siteName: string
  /** Shown beside the brand where there is room. */
  host: string
  currentPath: string
  search?: ReactNode
}

export function SiteHeader({ siteName, host, currentPath, search }: SiteHeaderProps) {
  return (
    <header className="site-header">
      <div className="site-bar wrap">
        <a className="brand" href="/">
          <BrandMark />
          {siteName}
          {host && <span className="host">{host}</span>}
        </a>
        {search && <div className="site-search">{search}</div>}
        <ThemeToggle onClick={toggleTheme} />
        <SiteMenu currentPath={currentPath} />
      </div>
      <MainNavigation currentPath={currentPath} />
    </header>
  )
}
