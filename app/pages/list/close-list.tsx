import { StoredText } from '#app/ui/stored-text.tsx'
import { closeCountLine } from '#domain/search-text.ts'
import { ListRows, type ListRowsProps } from './list-rows.tsx'
import { ShowMore } from './show-more.tsx'

interface CloseListProps extends ListRowsProps {
  /** Number of close matches, also of those on other pages. */
  count: number
  search: string
  /** Address of further ones; null on the last page. */
  moreHref: string | null
}

/** Notices that resemble what was searched, apart from those that contain it. */
export function CloseList({ count, search, moreHref, ...list }: CloseListProps) {
  return (
    <section className="close-matches" aria-labelledby="close-matches">
      <h2 id="close-matches">
        <StoredText text={closeCountLine(count, search)} />
      </h2>
      <ListRows {...list} />
      <ShowMore href={moreHref} />
    </section>
  )
}
