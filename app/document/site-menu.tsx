import { Icon } from '#app/ui/icon.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { MAIN_LINKS, MORE_LINKS } from './navigation.ts'

/**
 * The menu on phones: a popover, which needs no script to open, to close and to return the focus. It is not shown as a
 * modal dialog, because that makes a slow phone recompute the style of every element; app/browser/menu.ts traps the
 * focus. Browsers without popovers get a modal dialog from app/browser/menu-dialog.ts.
 */
export function SiteMenu() {
  return (
    <>
      <button
        type="button"
        className="icon-button menu-button"
        popoverTarget="site-menu"
        aria-haspopup="dialog"
        aria-label="Menu"
      >
        <Icon name="menu" />
      </button>
      <dialog id="site-menu" className="site-menu" popover="auto" aria-label="Menu" aria-modal>
        <button
          type="button"
          className="icon-button"
          popoverTarget="site-menu"
          popoverTargetAction="hide"
          aria-label="Close menu"
        >
          <Icon name="cross" />
        </button>
        <nav aria-label="Menu">
          <ul>
            <NavigationItems links={MAIN_LINKS} />
          </ul>
          <h2>More</h2>
          <ul>
            <NavigationItems links={MORE_LINKS} />
          </ul>
        </nav>
      </dialog>
    </>
  )
}
