import { useEffect, useState } from 'react'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
import { readDropdown, type DropdownAnswer } from './dropdown-answer.ts'

/**
 * What the server answers to a text that has not changed for a moment. A newer text aborts the request for an older one.
 *
 * @param text long enough to be searched, or empty
 * @param isOpen nothing is asked while the list is closed
 * @returns the last answer; it may be the answer to an earlier text while `isPending`
 */
export function useDropdown(text: string, isOpen: boolean) {
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const [{ answer, hasFailed }, setState] = useState<{ answer: DropdownAnswer | null; hasFailed: boolean }>({
    answer: null,
    hasFailed: false,
  })

  useEffect(() => {
    if (!isOpen || settled !== text) return
    const newer = new AbortController()
    readDropdown(text, newer.signal).then(
      (read) => setState({ answer: read, hasFailed: false }),
      (error: unknown) => {
        if (newer.signal.aborted) return
        console.warn('The search could not be asked', error)
        setState({ answer: { text, suggestions: [], notices: [], isClose: false }, hasFailed: true })
      },
    )
    return () => newer.abort()
  }, [isOpen, settled, text])

  return { answer, isPending: answer?.text !== text, hasFailed }
}
