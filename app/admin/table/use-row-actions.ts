import { useCallback, useMemo, useState } from 'react'
import { useConfirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { useToast } from '#app/admin/feedback/toasts.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import type { AdminRow } from '#app/data/admin-list.ts'
import { cutText } from '#domain/admin/cell-text.ts'
import { DONE, TABLE } from '#domain/admin/messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { formatDay, indianDay, type Day } from '#domain/dates.ts'
import { deletion, postDateChange, postTimeChange, quickLinkChange, type RowChange } from './row-change.ts'
import type { RowChanges } from './use-row-changes.ts'

interface RowActionsOfTable {
  /** Message of the last failed action, until another action succeeds or it is closed. */
  problem: string | null
  setProblem: (message: string | null) => void
  /** The row whose post date dialog is open. */
  dated: AdminRow | null
  askPostDate: (row: AdminRow | null) => void
  setQuickLink: (row: AdminRow) => void
  setPostDate: (row: AdminRow, day: Day) => void
  remove: (row: AdminRow) => void
}

/** Actions on one row, with their questions and messages. */
export function useRowActions(tab: AdminTab, { apply }: RowChanges): RowActionsOfTable {
  const confirm = useConfirm()
  const showToast = useToast()
  const { recount } = useTabCounts()
  const [problem, setProblem] = useState<string | null>(null)
  const [dated, askPostDate] = useState<AdminRow | null>(null)
  const titleOf = useCallback((row: AdminRow) => cutText(String(row[tab.heading])), [tab.heading])

  const act = useCallback(
    async (row: AdminRow, change: RowChange, done: { message: string; undo?: () => void }) => {
      const outcome = await apply(row, change)
      if (outcome.is === 'failed') setProblem(outcome.message)
      if (outcome.is === 'done') {
        setProblem(null)
        showToast(done)
      }
    },
    [apply, showToast],
  )

  const setQuickLink = useCallback(
    (row: AdminRow) => {
      const turn = (isOn: boolean, undo?: () => void) =>
        void act(row, quickLinkChange(isOn), { message: DONE.quickLink(isOn, titleOf(row)), ...(undo && { undo }) })
      const isOn = row.is_quick_link === true
      turn(!isOn, () => turn(isOn))
    },
    [act, titleOf],
  )

  const setPostDate = useCallback(
    (row: AdminRow, day: Day) => {
      askPostDate(null)
      const before = row.posted_at && indianDay(row.posted_at)
      if (!row.posted_at || !before || day === before) return
      const message = (shown: Day) => DONE.postDate(formatDay(shown), titleOf(row))
      const undo = () => void act(row, postTimeChange(row), { message: message(before) })
      void act(row, postDateChange(row.posted_at, day), { message: message(day), undo })
    },
    [act, titleOf],
  )

  const remove = useCallback(
    (row: AdminRow) => {
      const question = { question: TABLE.deleteQuestion, about: titleOf(row), yes: TABLE.delete, isDangerous: true }
      void confirm(question).then(async (isSure) => {
        if (!isSure) return
        await act(row, deletion, { message: DONE.deleted(titleOf(row)) })
        recount()
      })
    },
    [act, confirm, recount, titleOf],
  )

  return useMemo(
    () => ({ problem, setProblem, dated, askPostDate, setQuickLink, setPostDate, remove }),
    [problem, dated, setQuickLink, setPostDate, remove],
  )
}
