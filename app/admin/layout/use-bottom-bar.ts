import { useEffect, type RefObject } from 'react'

const property = '--bottom-bar'

/** Gives the sheets the height of the bar at the bottom of the window, so that banners and toasts stay above it. */
export function useBottomBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = bar
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [bar])
}
