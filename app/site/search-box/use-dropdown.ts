import { useEffect, useState } from 'react'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
import { readDropdown, type DropdownAnswer } from './dropdown-answer.ts'

/**
 * What the server says to a text once it has stood still. A newer text breaks off the request for an older one.
 *
 * @param text long enough to be searched, or empty
 * @param isOpen nothing is asked while nobody looks
 * @returns the last answer; it may be the answer to an earlier text while `isPending`
 */
export function useDropdown(text: string, isOpen: boolean) {
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const [answer, setAnswer] = useState<DropdownAnswer | null>(null)

  useEffect(() => {
    if (!isOpen || settled !== text) return
    const newer = new AbortController()
    readDropdown(text, newer.signal).then(setAnswer, () => undefined)
    return () => newer.abort()
  }, [isOpen, settled, text])

  return { answer, isPending: answer?.text !== text }
}
