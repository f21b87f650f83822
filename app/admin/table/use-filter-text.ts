import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'

/** The typed text of the filter; it is applied to the table and its address after a debounce. */
export function useFilterText(shown: string, show: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  if (shown !== lastShown) {
    setLastShown(shown)
    if (shown !== settled) setText(shown)
  }
  const settle = useEffectEvent(() => {
    if (settled !== shown) show(settled)
  })
  useEffect(() => settle(), [settled])
  return [text, setText]
}
