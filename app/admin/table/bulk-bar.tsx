import { Icon } from '#app/ui/icon.tsx'
import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { hasQuickLink } from '#domain/admin/columns.ts'
import { CHECK, TABLE } from '#domain/admin/messages.ts'
import { isContentTable, type AdminTab } from '#domain/admin/tabs.ts'

interface BulkBarProps {
  tab: AdminTab
  /** '3 jobs' */
  selected: string
  isBusy: boolean
  onStatus: (status: string) => void
  onQuickLink: (isOn: boolean) => void
  onCheck: () => void
  onDelete: () => void
  onClear: () => void
}

/** Buttons for actions on all selected rows. */
export function BulkBar({ tab, selected, isBusy, onStatus, onQuickLink, onCheck, onDelete, onClear }: BulkBarProps) {
  return (
    <section className="bulk-bar" aria-label="Selected rows" aria-busy={isBusy}>
      <strong>{selected} selected</strong>
      <fieldset disabled={isBusy}>
        <legend className="visually-hidden">Change selected rows</legend>
        {tab.statuses.length > 0 && (
          <select
            className="field"
            aria-label="Set status of selected rows"
            value=""
            onChange={({ target }) => onStatus(target.value === 'unset' ? '' : target.value)}
          >
            <option value="" disabled>
              Set status
            </option>
            {tab.statuses.map((status) => (
              <option key={status} value={status || 'unset'}>
                {status || 'not set'}
              </option>
            ))}
          </select>
        )}
        {hasQuickLink(tab.table) && (
          <>
            <button type="button" className="button" onClick={() => onQuickLink(true)}>
              {TABLE.quickLink} on
            </button>
            <button type="button" className="button" onClick={() => onQuickLink(false)}>
              {TABLE.quickLink} off
            </button>
          </>
        )}
        {isContentTable(tab.table) && (
          <button type="button" className="button" onClick={onCheck}>
            {CHECK.button}
          </button>
        )}
        <button type="button" className="button danger" onClick={onDelete}>
          <AdminIcon name="delete" />
          {TABLE.delete}
        </button>
        <button type="button" className="button quiet" onClick={onClear}>
          <Icon name="cross" />
          Clear
        </button>
      </fieldset>
    </section>
  )
}
