import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '#app/browser/focus-heading.ts'

/** After a navigation, moves focus to the heading of the new page, so that a screen reader announces it. */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    focusHeading()
  }, [pathname])

  return null
}
