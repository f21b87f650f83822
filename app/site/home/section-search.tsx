import { useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { useEarlyText } from '#app/site/layout/use-early-text.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'

interface SectionSearchProps {
  kind: ContentKind
  text: string
  onText: (text: string) => void
}

/** Searches as one types; without scripts it submits to the list page. In narrow columns it opens when focused. */
export function SectionSearch({ kind, text, onText }: SectionSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEarlyText(field, onText)
  return (
    <form
      className="section-search"
      action={kind.listPath}
      onSubmit={(event) => {
        event.preventDefault()
        field.current?.blur()
      }}
    >
      <input
        ref={field}
        type="search"
        name="search"
        aria-label={`Search in ${kind.label}`}
        placeholder={`Search ${kind.label}`}
        maxLength={SEARCH_TEXT_MAX}
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Icon name="search" />
    </form>
  )
}
