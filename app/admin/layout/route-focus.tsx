import { useLayoutEffect, useRef } from 'react'
import { useLocation, type Location } from 'react-router'
import { focusHeading } from '#app/browser/navigation/focus.ts'

/** @returns whether a navigation changes only the address of the open page, which then says so in the history entry */
export function keepsFocus({ state }: Location<{ keepsFocus?: boolean } | null>): boolean {
  return state?.keepsFocus === true
}

/**
 * After a navigation, moves focus to the heading of the new page, so that a screen reader announces it. It stands before
 * the page, which may then move the focus further: to a row or a field.
 */
export function RouteFocus() {
  const location = useLocation()
  const { pathname } = location
  const staysFocused = keepsFocus(location)
  const shown = useRef(pathname)

  // In the commit that shows the page: a key that is pressed right after that must find its place.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!staysFocused) focusHeading()
  }, [pathname, staysFocused])

  return null
}
