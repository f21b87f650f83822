import { Island } from '#app/islands/island.tsx'
import { SearchForm } from '#app/islands/search-box/search-form.tsx'
import { BrandMark } from '#app/ui/brand-mark.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { CurrentPath } from './navigation-items.tsx'
import { SiteMenu } from './site-menu.tsx'

interface SiteHeaderProps {
  siteName: string
  /** Shown with the brand. */
  host: string
  currentPath: string
  /** Text in the search box. */
  searchText: string
}

export function SiteHeader({ siteName, host, currentPath, searchText }: SiteHeaderProps) {
  return (
    <CurrentPath value={currentPath}>
      <header className="site-header">
        <div className="site-bar wrap">
          <a className="brand" href="/">
            <BrandMark />
            {siteName}
            {host && <span className="host">{host}</span>}
          </a>
          <div className="site-search">
            <Island name="search-box" when="focus">
              <SearchForm text={searchText} />
            </Island>
          </div>
          <ThemeToggle />
          <SiteMenu />
        </div>
        <MainNavigation />
      </header>
    </CurrentPath>
  )
}
