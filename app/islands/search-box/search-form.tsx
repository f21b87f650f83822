import { Icon } from '#app/ui/icon.tsx'
import { SHORTCUT_KINDS } from '#domain/content/registry.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'
import { SEARCH_PATH } from '#domain/page-paths.ts'

/** Without the 'and' of a sentence, with which phones of 360 pixels would cut its end off. */
const HINT = `Search ${SHORTCUT_KINDS.map(({ plural }) => plural).join(', ')}`

/**
 * The search of the whole site, in the header: a form that needs no script. A field of the type search may not be a
 * combobox. Source: ARIA in HTML; docs/behaviour/public-pages.md#valid-html.
 */
export function SearchForm({ text }: { text: string }) {
  return (
    <search className="search-box" aria-label="Whole site">
      <form action={SEARCH_PATH}>
        <input
          id="search-field"
          name="q"
          role="combobox"
          aria-label="Search the whole site"
          aria-autocomplete="list"
          aria-expanded="false"
          placeholder={HINT}
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          defaultValue={text}
        />
        <button type="submit" className="icon-button" aria-label="Search">
          <Icon name="search" />
        </button>
      </form>
    </search>
  )
}
