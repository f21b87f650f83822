import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import type { AdminRow } from '#app/data/admin-list.ts'
import type { BulkAct } from '#domain/admin/bulk-acts.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { submitRows, type RowsOutcome } from './change-rows.ts'
import { deletion, selectedChange, type EachChange } from './row-change.ts'
import type { Selection } from './use-selection.ts'

/** An act with the rows that were selected when it was asked, whatever happens to the table since. */
interface AskedAct {
  act: BulkAct
  ids: readonly number[]
}

interface BulkActions {
  isBusy: boolean
  /** The act whose preview is open. */
  asked: AskedAct | null
  ask: (act: BulkAct | null) => void
  /** Applies the act that was asked. @param each the rows that it changes */
  apply: (each: readonly EachChange[]) => void
}

/** Acts on the selected rows. Rows whose change failed stay selected and are reported separately. */
export function useBulkActions(tab: AdminTab, rows: readonly AdminRow[], selection: Selection): BulkActions {
  const { state, data, submit } = useFetcher<RowsOutcome>()
  const [asked, setAsked] = useState<AskedAct | null>(null)
  const isBusy = state === 'submitting'

  const finish = useEffectEvent(() => {
    if (data) selection.remove(data.done)
  })
  useEffect(() => finish(), [data])

  return {
    isBusy,
    asked,
    ask(act) {
      if (isBusy) return
      setAsked(act && rows.length > 0 ? { act, ids: rows.map(({ id }) => id) } : null)
    },
    apply(each) {
      setAsked(null)
      if (!asked || isBusy || each.length === 0) return
      // Rows that the act does not change are done with it.
      selection.remove(asked.ids.filter((id) => !each.some((changed) => changed.id === id)))
      const change = asked.act === 'delete' ? { ...deletion, each } : selectedChange(asked.act, each)
      submitRows(submit, tab, { ids: each.map(({ id }) => id), change, title: null })
    },
  }
}
