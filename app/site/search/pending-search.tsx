import { Skeleton } from '#app/ui/skeleton.tsx'
import { SEARCH } from '#domain/messages.ts'
import { SearchHeading } from './search-heading.tsx'

/** The page of a search whose results are on their way. */
export function PendingSearch() {
  return (
    <>
      <SearchHeading />
      <output className="count-line">{SEARCH.searching}</output>
      <Skeleton />
    </>
  )
}
