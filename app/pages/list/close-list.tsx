import { closeCountLine } from '#domain/search-text.ts'
import { ListRows, type ListRowsProps } from './list-rows.tsx'

interface CloseListProps extends ListRowsProps {
  search: string
}

/** Notices that resemble what was searched, apart from those that contain it. */
export function CloseList({ search, ...list }: CloseListProps) {
  return (
    <section className="close-matches" aria-labelledby="close-matches">
      <h2 id="close-matches">{closeCountLine(list.rows.length, search)}</h2>
      <ListRows {...list} />
    </section>
  )
}
