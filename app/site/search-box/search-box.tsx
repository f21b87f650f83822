import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { focusHeading } from '#app/browser/focus-heading.ts'
import { useEarlyText } from '#app/site/layout/use-early-text.ts'
import { useHydrated } from '#app/site/layout/use-hydrated.ts'
import { Icon } from '#app/ui/icon.tsx'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { SEARCH_PATH, searchAddress, searchQuestion } from '#domain/search-address.ts'
import { searchText } from '#domain/search-text.ts'
import type { SearchCombobox } from './search-combobox.tsx'

/**
 * The search of the whole site, in the header. A form that needs no script; the first time it has focus, what makes it a
 * combobox is loaded beside it.
 */
export function SearchBox() {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useTextOfAddress()
  const [Combobox, setCombobox] = useState<typeof SearchCombobox | null>(null)
  const isHydrated = useHydrated()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEarlyText(field, setText)

  function load() {
    if (Combobox) return
    import('./search-combobox.tsx').then(
      (loaded) => setCombobox(() => loaded.SearchCombobox),
      (error: unknown) => console.warn('The suggestions of the search could not be loaded', error),
    )
  }
  const loadForEarlyFocus = useEffectEvent(() => document.activeElement === field.current && load())
  useEffect(() => void loadForEarlyFocus(), [])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const wanted = searchText(text)
    if (!wanted) return
    const address = searchAddress({ text: wanted })
    void navigate(address, { replace: address === pathname + search })
    if (pathname === SEARCH_PATH) focusHeading()
  }

  return (
    <search className="search-box" aria-label="Whole site">
      <form action={SEARCH_PATH} onSubmit={submit}>
        <input
          ref={field}
          id="search-field"
          type="search"
          name="q"
          role="combobox"
          aria-label="Search the whole site"
          aria-autocomplete="list"
          aria-expanded="false"
          aria-controls="search-options"
          placeholder="Search jobs, results, admit cards"
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={load}
        />
        <button
          type="submit"
          className="icon-button"
          aria-label="Search"
          disabled={isHydrated && searchText(text) === ''}
        >
          <Icon name="search" />
        </button>
      </form>
      {Combobox && <Combobox field={field} text={text} />}
    </search>
  )
}

/** What is typed, until another page, or another question in the address, replaces it. */
function useTextOfAddress() {
  const { pathname, search } = useLocation()
  const asked = pathname === SEARCH_PATH ? searchQuestion(new URLSearchParams(search)).text : ''
  const page = `${pathname} ${asked}`
  const [shown, setShown] = useState({ page, text: asked })
  if (shown.page !== page) setShown({ page, text: asked })
  return [shown.text, (text: string) => setShown({ page, text })] as const
}
