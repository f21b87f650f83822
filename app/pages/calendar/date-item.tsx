import type { CalendarEntry } from '#app/data/calendar.ts'
import { StoredText } from '#app/ui/stored-text.tsx'
import { noticePath } from '#domain/content/registry.ts'

/** One date of a notice. */
export function DateItem({ entry: { kind, row, slug, title } }: { entry: CalendarEntry }) {
  return (
    <li>
      <span className={row.type === 'last-date' ? 'last' : undefined}>{row.label}</span>
      <a href={noticePath(kind, slug)}>
        <StoredText text={title} />
      </a>
    </li>
  )
}
