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

  useEffect(() => {
    const dialog = menu.current
    const clicked = (event: Event) => shutFromBackdropOrLink(dialog, event.target)
    dialog?.addEventListener('click', clicked)
    return () => dialog?.removeEventListener('click', clicked)
  }, [])

  function toggle(event: MouseEvent) {
    if (!menu.current?.showModal) return
    event.preventDefault()
    if (isOpen(menu.current)) return shut(menu.current)
    menu.current.showModal()
    setOpen(true)
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
      <dialog
        id="site-menu"
        className="site-menu"
        popover="auto"
        aria-label="Menu"
        ref={menu}
        onClose={() => setOpen(false)}
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

/** The backdrop counts as the dialog itself. */
function shutFromBackdropOrLink(menu: HTMLDialogElement | null, target: EventTarget | null): void {
  if (target === menu || (target instanceof Element && target.closest('a'))) shut(menu)
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
