import { onNavigationStart } from './navigation/navigation-start.ts'

/**
 * The menu on phones and the 'More' group of the bar: both open without scripts; this closes them and manages the
 * focus.
 */
export function startMenu(): void {
  const menu = document.getElementById('site-menu')
  const group = document.querySelector<HTMLDetailsElement>('.more-group')

  const shutGroup = ({ target }: Event) => {
    if (target instanceof Node && !group?.contains(target)) group?.removeAttribute('open')
  }

  menu?.addEventListener('keydown', keepFocusInside)
  document.addEventListener('pointerdown', shutGroup)
  document.addEventListener('focusin', shutGroup)
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !group?.open) return
    group.removeAttribute('open')
    group.querySelector('summary')?.focus()
  })
  // What is opened while the next page is awaited stays open.
  onNavigationStart(() => {
    menu?.togglePopover?.(false)
    group?.removeAttribute('open')
  })
}

/** Wraps the Tab order inside the menu, so that the focus does not move to the controls of the browser. */
function keepFocusInside(event: KeyboardEvent): void {
  const menu = event.currentTarget
  if (event.key !== 'Tab' || !(menu instanceof HTMLElement)) return
  const stops = [...menu.querySelectorAll<HTMLElement>('a[href], button')]
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
