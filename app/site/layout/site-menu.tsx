import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { NavigationItems } from './navigation-items.tsx'
import { MAIN_LINKS, MORE_LINKS } from './navigation.ts'

/**
 * The menu of phones. Without scripts, and until they arrive, the button opens it as a popover; with them it is a modal
 * dialog: the page behind it is inert, focus stays inside and returns to the button.
 */
export function SiteMenu({ currentPath }: { currentPath: string }) {
  const menu = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => shut(menu.current), [currentPath])

  function toggle(event: MouseEvent) {
    if (!menu.current?.showModal) return
    event.preventDefault()
    if (isOpen(menu.current)) return shut(menu.current)
    menu.current.showModal()
    setOpen(true)
  }

  function shutFromOutsideOrByLink({ target }: MouseEvent) {
    if (target === menu.current || (target instanceof Element && target.closest('a'))) shut(menu.current)
  }

  return (
    <>
      <button
        type="button"
        className="icon-button menu-button"
        popoverTarget="site-menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label="Menu"
        onClick={toggle}
      >
        <Icon name="menu" />
      </button>
      {/* A click on the backdrop or a link closes the dialog; the keyboard has Escape and the button for that. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog
        id="site-menu"
        className="site-menu"
        popover="auto"
        aria-label="Menu"
        ref={menu}
        onClose={() => setOpen(false)}
        onClick={shutFromOutsideOrByLink}
        onKeyDown={keepFocusInside}
      >
        <button
          type="button"
          className="icon-button"
          popoverTarget="site-menu"
          popoverTargetAction="hide"
          aria-label="Close menu"
          onClick={() => shut(menu.current)}
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

function isOpen(menu: HTMLDialogElement): boolean {
  return menu.open || menu.matches(':popover-open')
}

function shut(menu: HTMLDialogElement | null): void {
  if (menu?.open) menu.close()
  else if (menu?.hidePopover && isOpen(menu)) menu.hidePopover()
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
