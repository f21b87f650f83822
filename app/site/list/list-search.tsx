import { useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { useEarlyText } from '#app/site/layout/use-early-text.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'

interface ListSearchProps {
  kind: ContentKind
  text: string
  onSearch: (text: string) => void
}

/** Searches as one types; without scripts it is an ordinary form. */
export function ListSearch({ kind, text, onSearch }: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEarlyText(field, onSearch)
  return (
    <search>
      <form
        className="list-search"
        action={kind.listPath}
        onSubmit={(event) => {
          event.preventDefault()
          field.current?.blur()
        }}
      >
        <Icon name="search" />
        <input
          ref={field}
          className="field"
          type="search"
          name="search"
          aria-label={`Search ${kind.plural}`}
          placeholder={kind.searchHint}
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          value={text}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}
