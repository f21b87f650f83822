import { EmptyState } from '#app/ui/empty-state.tsx'
import { SEARCH } from '#domain/messages.ts'
import { CategoryCards } from './category-cards.tsx'
import { SEARCH_TIPS } from './search-tips.ts'

export function NoResults({ text }: { text: string }) {
  return (
    <>
      <EmptyState heading={SEARCH.noneFound(text)} line={SEARCH.hint} tips={SEARCH_TIPS} />
      <CategoryCards />
    </>
  )
}
