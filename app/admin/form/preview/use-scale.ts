import { useEffect, useRef, useState, type CSSProperties } from 'react'

/**
 * @param width of what is to fit, in pixels
 * @returns the style that shrinks it to the width of an element
 */
export function useScale(width: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(width)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setAvailable(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const style = { '--frame-width': `${width}px`, '--frame-scale': Math.min(1, available / width) } as CSSProperties
  return { ref, style }
}
