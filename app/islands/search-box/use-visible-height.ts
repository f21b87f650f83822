import { useEffect, type RefObject } from 'react'

/** Free space below the element, in CSS pixels. */
const MARGIN = 8

/** Sets `--room` of an element to the height between its top and the on-screen keyboard. */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    function measure() {
      if (!element.current || !view) return
      const height = view.offsetTop + view.height - element.current.getBoundingClientRect().top - MARGIN
      element.current.style.setProperty('--room', `${Math.floor(height)}px`)
    }
    measure()
    const listeners = new AbortController()
    view.addEventListener('resize', measure, listeners)
    view.addEventListener('scroll', measure, listeners)
    return () => listeners.abort()
  }, [element])
}
