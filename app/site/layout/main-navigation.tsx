import { MoreGroup } from './more-group.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { MAIN_LINKS } from './navigation.ts'

/** The bar below the header; phones have the menu instead. */
export function MainNavigation({ currentPath }: { currentPath: string }) {
  return (
    <nav className="main-navigation" aria-label="Main">
      <ul className="wrap">
        <NavigationItems links={MAIN_LINKS} currentPath={currentPath} />
        <li>
          <MoreGroup currentPath={currentPath} />
        </li>
      </ul>
    </nav>
  )
}
