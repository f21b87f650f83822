import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import type { AdminRow } from '#app/data/admin-list.ts'
import { TABLE } from '#domain/admin/messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { count, submitRows, type RowsOutcome } from './change-rows.ts'
import { checkChange, deletion, quickLinkChange, statusChange, type RowChange } from './row-change.ts'
import type { Selection } from './use-selection.ts'

interface BulkActions {
  isBusy: boolean
  setStatus: (status: string) => void
  setQuickLink: (isOn: boolean) => void
  setChecked: () => void
  remove: () => void
}

/** Actions on the selected rows. Rows whose change failed stay selected and are reported separately. */
export function useBulkActions(tab: AdminTab, rows: readonly AdminRow[], selection: Selection): BulkActions {
  const { state, data, submit } = useFetcher<RowsOutcome>()
  const isBusy = state === 'submitting'

  function act(change: RowChange) {
    if (!isBusy) submitRows(submit, tab, { ids: rows.map(({ id }) => id), change, title: null })
  }
  const finish = useEffectEvent(() => {
    if (data) selection.set(data.failed.map((id) => ({ id })))
  })
  useEffect(() => finish(), [data])

  return {
    isBusy,
    setStatus: (status) => act(statusChange(tab, status)),
    setQuickLink: (isOn) => act(quickLinkChange(isOn)),
    setChecked: () => act(checkChange(Date.now())),
    remove() {
      const question = rows.length === 1 ? TABLE.deleteQuestion : TABLE.deleteQuestions(count(tab, rows.length))
      void confirm({ question, yes: TABLE.delete, isDangerous: true }).then((isSure) => isSure && act(deletion))
    },
  }
}
