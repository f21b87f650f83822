import { useMemo, useState } from 'react'
import { useSubmit } from 'react-router'
import { confirmDeletion } from '#app/admin/feedback/confirm-dialog.tsx'
import type { AdminRow } from '#app/data/admin-list.ts'
import { cutText } from '#domain/admin/cell-text.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import { submitRows } from './change-rows.ts'
import { deletion, postDateChange, postTimeChange, quickLinkChange, type RowChange } from './row-change.ts'

interface RowActionsOfTable {
  /** The row whose post date dialog is open. */
  dated: AdminRow | null
  askPostDate: (row: AdminRow | null) => void
  setQuickLink: (row: AdminRow) => void
  setPostDate: (row: AdminRow, day: Day) => void
  remove: (row: AdminRow) => void
}

/** Actions on one row, with their questions. */
export function useRowActions(tab: AdminTab): RowActionsOfTable {
  const submit = useSubmit()
  const [dated, askPostDate] = useState<AdminRow | null>(null)

  const actions = useMemo(() => {
    const titleOf = (row: AdminRow) => cutText(String(row[tab.heading]))
    const act = (row: AdminRow, change: RowChange, undo?: RowChange) =>
      submitRows(submit, tab, { ids: [row.id], change, title: titleOf(row), ...(undo && { undo }) })
    return {
      askPostDate,
      setQuickLink(row: AdminRow) {
        const isOn = row.is_quick_link === true
        act(row, quickLinkChange(!isOn), quickLinkChange(isOn))
      },
      setPostDate(row: AdminRow, day: Day) {
        askPostDate(null)
        const before = row.posted_at && indianDay(row.posted_at)
        if (!row.posted_at || day === before) return
        act(row, postDateChange(row.posted_at, day), postTimeChange(row))
      },
      remove(row: AdminRow) {
        void confirmDeletion(titleOf(row)).then((isSure) => isSure && act(row, deletion))
      },
    }
  }, [submit, tab])

  return useMemo(() => ({ dated, ...actions }), [dated, actions])
}
