import { useEffect, useRef, useState, type CSSProperties } from 'react'

/**
 * @param width of the content, in pixels
 * @returns a ref for the container, and the style that shrinks the content to its width
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
