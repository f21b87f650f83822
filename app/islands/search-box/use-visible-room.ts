import { useEffect, type RefObject } from 'react'

/** Kept free below what has to fit, in CSS pixels. */
const MARGIN = 8

/** Gives an element the height from its top to the keyboard on the screen, as `--room`. */
export function useVisibleRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    function measure() {
      if (!element.current || !view) return
      const room = view.offsetTop + view.height - element.current.getBoundingClientRect().top - MARGIN
      element.current.style.setProperty('--room', `${Math.floor(room)}px`)
    }
    measure()
    const stopped = new AbortController()
    view.addEventListener('resize', measure, stopped)
    view.addEventListener('scroll', measure, stopped)
    return () => stopped.abort()
  }, [element])
}
