import type { CalendarEntry } from '#app/data/calendar.ts'
import { TitleText } from '#app/ui/title-text.tsx'
import { noticePath } from '#domain/content/registry.ts'

/** One date of a notice. */
export function DateItem({ entry: { kind, row, slug, title } }: { entry: CalendarEntry }) {
  return (
    <li>
      <span className={row.type === 'last-date' ? 'last' : undefined}>{row.label}</span>
      <a href={noticePath(kind, slug)}>
        <TitleText text={title} />
      </a>
    </li>
  )
}
