import { Icon } from '#app/ui/icon.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { SEARCH_TEXT_MAX } from '#domain/limits.ts'

/** Searches while the visitor types; without scripts it is an ordinary form. */
export function ListSearch({ kind, search }: { kind: ContentKind; search: string }) {
  return (
    <search>
      <form
        className="list-search"
        action={kind.listPath}
        data-search={kind.listPath}
        data-in-address={kind.searchInAddress ? '' : undefined}
      >
        <input
          className="field"
          type="search"
          name="search"
          aria-label={`Search ${kind.plural}`}
          placeholder={kind.searchHint}
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          defaultValue={search}
        />
        <button type="submit" className="icon-button" aria-label="Search this list">
          <Icon name="search" />
        </button>
      </form>
    </search>
  )
}
