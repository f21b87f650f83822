import { EmptyState } from '#app/ui/empty-state.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { isFiltered } from '#domain/content/filter-parameters.ts'
import { listAddress, type ListQuery } from '#domain/content/list-address.ts'
import { LIST, LIST_TIPS } from '#domain/list-messages.ts'

interface ListEmptyProps {
  kind: ContentKind
  query: ListQuery
  hasTips: boolean
}

/** The place of the rows where none match the text and the filters, where the list itself is empty, or beyond its end. */
export function ListEmpty({ kind, query, hasTips }: ListEmptyProps) {
  const { search, after } = query
  if (after !== null) {
    return <EmptyState heading={LIST.noneFound(LIST.further(kind.plural))} line={LIST.noneFurther} />
  }
  const line = search ? LIST.noMatch(kind.plural, search) : LIST.noneAvailable(kind.plural)
  return (
    <EmptyState
      heading={LIST.noneFound(kind.plural)}
      line={!search && isFiltered(query) ? LIST.noneFiltered(kind.plural) : line}
      tips={hasTips ? (kind.emptyTips ?? (search ? LIST_TIPS : [])) : []}
    >
      {search && (
        <a className="button" href={listAddress(kind, { ...query, search: '', after: null })} data-clear="">
          Clear search
        </a>
      )}
    </EmptyState>
  )
}
