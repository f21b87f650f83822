import { Icon } from '#app/ui/icon.tsx'
import { BULK } from '#domain/admin/bulk-messages.ts'
import type { BulkAct } from '#domain/admin/bulk-acts.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { ActMenu } from './act-menu.tsx'

interface BulkBarProps {
  tab: AdminTab
  /** '3 jobs' */
  selected: string
  isBusy: boolean
  onAct: (act: BulkAct) => void
  onClear: () => void
}

/** The menu of acts on all selected rows. An act opens a preview, and changes nothing before that is confirmed. */
export function BulkBar({ tab, selected, isBusy, onAct, onClear }: BulkBarProps) {
  return (
    <section className="bulk-bar" aria-label="Selected rows" aria-busy={isBusy}>
      <strong>{selected} selected</strong>
      <ActMenu tab={tab} isDisabled={isBusy} onAct={onAct} />
      <button type="button" className="button quiet" disabled={isBusy} onClick={onClear}>
        <Icon name="cross" />
        {BULK.clear}
      </button>
    </section>
  )
}
