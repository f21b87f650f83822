import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from '#app/browser/navigation/focus.ts'

/**
 * After a navigation, moves focus to the heading of the new page, so that a screen reader announces it. A page whose
 * address alone changes sets `keepsFocus` in the history entry.
 */
export function RouteFocus() {
  const { pathname, state } = useLocation() as { pathname: string; state: { keepsFocus?: boolean } | null }
  const keepsFocus = state?.keepsFocus === true
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!keepsFocus) focusHeading()
  }, [pathname, keepsFocus])

  return null
}
