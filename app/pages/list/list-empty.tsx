import { EmptyState } from '#app/ui/empty-state.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { LIST } from '#domain/messages.ts'

const SEARCH_TIPS = ['Check the spelling, or use fewer words', 'Try the name of the body: SSC, UPSC, Railway']

interface ListEmptyProps {
  kind: ContentKind
  /** The text without results; empty when the list itself is empty. */
  search: string
  hasTips: boolean
}

export function ListEmpty({ kind, search, hasTips }: ListEmptyProps) {
  return (
    <EmptyState
      heading={LIST.noneFound(kind.plural)}
      line={search ? LIST.noMatch(kind.plural, search) : LIST.noneAvailable(kind.plural)}
      tips={hasTips ? (kind.emptyTips ?? (search ? SEARCH_TIPS : [])) : []}
    >
      {search && (
        <a className="button" href={kind.listPath} data-clear="">
          Clear search
        </a>
      )}
    </EmptyState>
  )
}
