import { useEffect, useState } from 'react'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'
import { readDropdown, type DropdownResults } from './dropdown-results.ts'

/**
 * Requests the results for a text that has not changed for SEARCH_DEBOUNCE_MS. A newer text aborts the request for an
 * older one.
 *
 * @param text long enough to be searched, or empty
 * @param isOpen no request is sent while the list is closed
 * @returns the last results; they may be of an earlier text while `isPending`
 */
export function useDropdown(text: string, isOpen: boolean) {
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const [{ results, hasFailed }, setState] = useState<{ results: DropdownResults | null; hasFailed: boolean }>({
    results: null,
    hasFailed: false,
  })

  useEffect(() => {
    if (!isOpen || settled !== text) return
    const newer = new AbortController()
    readDropdown(text, newer.signal).then(
      (read) => setState({ results: read, hasFailed: false }),
      (error: unknown) => {
        if (newer.signal.aborted) return
        console.warn('The search could not be asked', error)
        setState({ results: { text, suggestions: [], notices: [], close: [] }, hasFailed: true })
      },
    )
    return () => newer.abort()
  }, [isOpen, settled, text])

  return { results, isPending: results?.text !== text, hasFailed }
}
