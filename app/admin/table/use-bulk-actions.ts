import { useState } from 'react'
import { useConfirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useToast } from '#app/admin/feedback/toasts.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import type { AdminRow } from '#app/data/admin-list.ts'
import { DONE, TABLE } from '#domain/admin/messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { countOf } from '#domain/numbers.ts'
import { deletion, quickLinkChange, statusChange, type RowChange } from './row-change.ts'
import type { RowChanges } from './use-row-changes.ts'
import type { Selection } from './use-selection.ts'

interface BulkActions {
  isBusy: boolean
  setStatus: (status: string) => void
  setQuickLink: (isOn: boolean) => void
  remove: () => void
}

/** Actions on the selected rows. Rows whose change failed stay selected and are reported separately. */
export function useBulkActions(
  tab: AdminTab,
  selected: { rows: readonly AdminRow[]; selection: Selection },
  { applyToAll, setProblem }: Pick<RowChanges, 'applyToAll'> & { setProblem: (message: string | null) => void },
): BulkActions {
  const { rows, selection } = selected
  const confirm = useConfirm()
  const showToast = useToast()
  const { recount } = useTabCounts()
  const [isBusy, setIsBusy] = useState(false)
  const count = (number: number) => countOf(number, { ...tab, cap: Number.POSITIVE_INFINITY })

  async function act(change: RowChange, doneMessage: (what: string) => string) {
    if (isBusy) return
    setIsBusy(true)
    const { done, failed, message } = await applyToAll(rows, change)
    setIsBusy(false)
    selection.set(failed)
    setProblem(failed.length > 0 ? `${message} ${TABLE.someFailed(failed.length, count(rows.length))}` : null)
    if (done.length > 0) showToast({ message: doneMessage(count(done.length)) })
    recount()
  }

  return {
    isBusy,
    setStatus: (status) => void act(statusChange(tab, status), (what) => DONE.status(status, what)),
    setQuickLink: (isOn) => void act(quickLinkChange(isOn), (what) => DONE.quickLink(isOn, what)),
    remove() {
      const question = rows.length === 1 ? TABLE.deleteQuestion : TABLE.deleteQuestions(count(rows.length))
      void confirm({ question, yes: TABLE.delete, isDangerous: true }).then((isSure) => {
        if (isSure) void act(deletion, DONE.deleted)
      })
    },
  }
}
