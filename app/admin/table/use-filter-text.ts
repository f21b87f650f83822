import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'

/** The typed text of a filter; it becomes part of the address after a debounce, and follows the address when that changes. */
export function useFilterText(shown: string, show: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  if (shown !== lastShown) {
    setLastShown(shown)
    if (shown !== settled.trim()) setText(shown)
  }
  const settle = useEffectEvent(() => {
    if (settled.trim() !== shown) show(settled.trim())
  })
  useEffect(() => settle(), [settled])
  return [text, setText]
}
