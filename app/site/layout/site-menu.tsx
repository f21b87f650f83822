import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { MAIN_LINKS, MORE_LINKS } from './navigation.ts'

/**
 * The menu of phones: a popover, which needs no script to open, to close and to give the focus back. It is no modal dialog
 * to the browser, because that costs a slow phone a new look at every element of the page; scripts keep the focus inside.
 */
export function SiteMenu({ currentPath }: { currentPath: string }) {
  const menu = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => shut(menu.current), [currentPath])

  useEffect(() => {
    const dialog = menu.current
    const clicked = ({ target }: Event) => (target instanceof Element && target.closest('a') ? shut(dialog) : undefined)
    dialog?.addEventListener('click', clicked)
    return () => dialog?.removeEventListener('click', clicked)
  }, [])

  return (
    <>
      <button
        type="button"
        className="icon-button menu-button"
        popoverTarget="site-menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label="Menu"
      >
        <Icon name="menu" />
      </button>
      <dialog
        id="site-menu"
        className="site-menu"
        popover="auto"
        aria-label="Menu"
        aria-modal
        ref={menu}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={keepFocusInside}
      >
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
            <NavigationItems links={MAIN_LINKS} currentPath={currentPath} />
          </ul>
          <h2>More</h2>
          <ul>
            <NavigationItems links={MORE_LINKS} currentPath={currentPath} />
          </ul>
        </nav>
      </dialog>
    </>
  )
}

function shut(menu: HTMLDialogElement | null): void {
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

/** Tab goes round inside the dialog instead of out to the browser's own controls. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')]
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
