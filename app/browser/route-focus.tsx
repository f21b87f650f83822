import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation, moves focus to the heading of the new page, so that a screen reader announces it. */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname])

  return null
}
