import { EmptyState } from '#app/ui/empty-state.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { LIST } from '#domain/messages.ts'

interface ListEmptyProps {
  kind: ContentKind
  /** The text that found nothing; empty when there is simply nothing. */
  search: string
  onClear: () => void
}

const SEARCH_TIPS = ['Check the spelling, or use fewer words', 'Try the name of the body: SSC, UPSC, Railway']

export function ListEmpty({ kind, search, onClear }: ListEmptyProps) {
  return (
    <EmptyState
      heading={LIST.noneFound(kind.plural)}
      line={search ? LIST.noMatch(kind.plural, search) : LIST.noneAvailable(kind.plural)}
      tips={kind.emptyTips ?? (search ? SEARCH_TIPS : [])}
    >
      {search && (
        <a
          className="button"
          href={kind.listPath}
          onClick={(event) => {
            event.preventDefault()
            onClear()
          }}
        >
          Clear search
        </a>
      )}
    </EmptyState>
  )
}
