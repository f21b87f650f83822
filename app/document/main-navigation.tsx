import { Icon } from '#app/ui/icon.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { MAIN_LINKS, MORE_LINKS } from './navigation.ts'

/** The bar below the header; phones have the menu instead. Scripts close the group when the focus moves elsewhere. */
export function MainNavigation() {
  return (
    <nav className="main-navigation" aria-label="Main">
      <ul className="wrap">
        <NavigationItems links={MAIN_LINKS} />
        <li>
          <details className="more-group">
            <summary>
              More
              <Icon name="down" />
            </summary>
            <ul>
              <NavigationItems links={MORE_LINKS} />
            </ul>
          </details>
        </li>
      </ul>
    </nav>
  )
}
