import { AdminIcon } from '#app/admin/layout/admin-icon.tsx'
import { LAST_DATE } from '#domain/admin/last-date-messages.ts'
import { isContentTable, type AdminTable } from '#domain/admin/tabs.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { askedLastDate } from './asked-last-date.ts'

interface LastDateButtonProps {
  table: AdminTable
  record: { id: number; status?: string | null }
  /** Title of the notice, where the button is one of many. */
  title?: string
  /** Whether the form of the notice holds changes that are not saved. */
  isUnsaved?: boolean
}

/** Opens the dialog that corrects the last date of a public notice of a kind with applications. */
export function LastDateButton({ table, record: { id, status }, title, isUnsaved = false }: LastDateButtonProps) {
  if (!isContentTable(table) || !kindOfTable(table).application || status === 'inactive') return null
  return (
    <button
      type="button"
      className="button correct"
      {...(title !== undefined && { 'aria-label': `${LAST_DATE.short} of ${title}` })}
      {...(isUnsaved && { 'aria-disabled': true, title: LAST_DATE.unsaved })}
      onClick={() => !isUnsaved && askedLastDate.set({ table, id })}
    >
      <AdminIcon name="edit" />
      {title === undefined ? LAST_DATE.action : LAST_DATE.short}
    </button>
  )
}
