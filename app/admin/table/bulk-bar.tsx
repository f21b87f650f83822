import { useRef } from 'react'
import { useBottomBar } from '#app/admin/layout/use-bottom-bar.ts'
import { Icon } from '#app/ui/icon.tsx'
import { BULK } from '#domain/admin/bulk-messages.ts'
import type { BulkAct } from '#domain/admin/bulk-acts.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { ActMenu } from './act-menu.tsx'
import { count } from './change-rows.ts'

interface BulkBarProps {
  tab: AdminTab
  /** Number of selected rows that are shown: those that an act changes. */
  selected: number
  /** Number of selected rows that are not shown any more. */
  hidden: number
  isBusy: boolean
  onAct: (act: BulkAct) => void
  onClear: () => void
  onDropHidden: () => void
}

/** The menu of acts on all selected rows. An act opens a preview, and changes nothing before that is confirmed. */
export function BulkBar({ tab, selected, hidden, isBusy, onAct, onClear, onDropHidden }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null)
  useBottomBar(bar)
  return (
    <section ref={bar} className="bulk-bar" aria-label="Selected rows" aria-busy={isBusy}>
      <strong>{count(tab, selected)} selected</strong>
      <ActMenu tab={tab} isDisabled={isBusy || selected === 0} onAct={onAct} />
      <button type="button" className="button quiet" disabled={isBusy} onClick={onClear}>
        <Icon name="cross" />
        {BULK.clear}
      </button>
      <output>{hidden > 0 && BULK.hidden(hidden)}</output>
      {hidden > 0 && (
        <button type="button" className="button quiet" disabled={isBusy} onClick={onDropHidden}>
          {BULK.dropHidden(hidden)}
        </button>
      )}
    </section>
  )
}
