import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useDebounced } from '#app/browser/use-debounced.ts'
import { useKept } from '#app/site/layout/use-kept.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { SEARCH_DEBOUNCE_MS } from '#domain/limits.ts'

/**
 * The text of a list's search box. Where the kind keeps it in the address, typing replaces the address and a changed
 * address (back, forward, a link) replaces the text. Source: decisions, "Routes".
 */
export function useAddressText(kind: ContentKind, initial: string) {
  const [text, setText] = useKept(`text of ${kind.table}`, initial)
  const [parameters] = useSearchParams()
  const inAddress = parameters.get('search')?.trim() ?? ''
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS)
  const written = useRef(inAddress)
  const navigate = useNavigate()

  useEffect(() => {
    if (!kind.searchInAddress || settled === written.current) return
    written.current = settled
    const query = settled ? `?${new URLSearchParams({ search: settled })}` : ''
    void navigate(`${kind.listPath}${query}`, { replace: true, preventScrollReset: true })
  }, [kind, settled, navigate])

  useEffect(() => {
    if (!kind.searchInAddress || inAddress === written.current) return
    written.current = inAddress
    setText(inAddress)
  }, [kind, inAddress, setText])

  return [text, setText] as const
}
