import type { BinItem } from '#app/data/bin.ts'
import { serverNow } from '#app/data/server-time.ts'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { BIN, SELECTION } from '#domain/admin/messages.ts'
import { tabOfTable } from '#domain/admin/tabs.ts'
import { DAY_MS, dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { BIN_DAYS } from '#domain/limits.ts'

interface BinListProps {
  items: readonly BinItem[]
  isSelected: (item: BinItem) => boolean
  onToggle: (item: BinItem) => void
  onRestore: (item: BinItem) => void
}

export function BinList({ items, isSelected, onToggle, onRestore }: BinListProps) {
  return (
    <ul className="bin-list" aria-label={BIN.label}>
      {items.map((item) => (
        <li key={item.item} className={isSelected(item) ? 'selected' : undefined}>
          <label className="pick">
            <input
              type="checkbox"
              checked={isSelected(item)}
              aria-label={SELECTION.select(item.title)}
              onChange={() => onToggle(item)}
            />
          </label>
          <div>
            <h2>{item.title}</h2>
            <p>
              {tabOfTable(item.table).singular}, {BIN.deleted(item.name ?? BIN.server)} on{' '}
              <time dateTime={htmlTimestamp(item.deleted_at)}>{dayAndTime(item.deleted_at)}</time>,{' '}
              {BIN.left(daysLeft(item.deleted_at))}
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-label={`${BIN.restore} ${item.title}`}
            onClick={() => onRestore(item)}
          >
            <AdminIcon name="refresh" />
            {BIN.restore}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** @returns how many days a row can still be restored, at least 1 */
function daysLeft(deletedAt: string): number {
  const days = (serverNow() - Date.parse(deletedAt)) / DAY_MS
  return Math.max(1, Math.ceil(BIN_DAYS - days))
}
