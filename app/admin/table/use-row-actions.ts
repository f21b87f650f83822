import { useEffect, useMemo, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { confirmDeletion } from '#app/admin/feedback/confirm-dialog.tsx'
import { errorMessage } from '#app/admin/feedback/error-message.ts'
import { changeProblem } from '#app/admin/feedback/page-problem.tsx'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import type { AdminRow } from '#app/data/admin-list.ts'
import { readSelected } from '#app/data/bulk-changes.ts'
import { readUses, type ReferenceUses } from '#app/data/reference-uses.ts'
import { changesAnything } from '#domain/admin/bulk-acts.ts'
import { cutText } from '#domain/admin/cell-text.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { isContentTable, type AdminTab } from '#domain/admin/tabs.ts'
import type { Day } from '#domain/dates.ts'
import { isChangedHere, submitRows } from './change-rows.ts'
import { changesAnswered } from './changes-in-flight.ts'
import { deletion, deletionOf, postDateChange, postTimeChange, quickLinkChange, type RowChange } from './row-change.ts'

interface UsedRow {
  row: AdminRow
  uses: ReferenceUses[]
}

interface RowActionsOfTable {
  /** The row whose post date dialog is open. */
  dated: AdminRow | null
  askPostDate: (row: AdminRow | null) => void
  setQuickLink: (row: AdminRow) => void
  setPostDate: (row: AdminRow, day: Day) => void
  /** The row to delete, with the rows that refer to it, while the dialog about them is open. */
  used: UsedRow | null
  /** @param target id of the row that the references move to; null cancels the deletion */
  answerUsed: (target: number | null) => void
  remove: (row: AdminRow) => void
}

/** Actions on one row, with the state of their dialogs. */
export function useRowActions(tab: AdminTab): RowActionsOfTable {
  const submit = useSubmit()
  const [dated, askPostDate] = useState<AdminRow | null>(null)
  const [used, setUsed] = useState<UsedRow | null>(null)
  /** The row that was to be deleted last, while the page is open. */
  const wanted = useRef<AdminRow>(null)
  useEffect(
    () => () => {
      wanted.current = null
    },
    [],
  )

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
        const { id, post_time, posted_at } = row
        if (posted_at === undefined) return
        const change = postDateChange({ id, title: titleOf(row), post_time, posted_at }, day)
        const isMoved = change.each?.some(changesAnything)
        act(row, change, isMoved ? postTimeChange(row) : undefined)
      },
      async remove(row: AdminRow) {
        wanted.current = row
        try {
          // Read before the question, so that a change by somebody else while it is open is not deleted unseen.
          const version = isChangedHere(tab, row.id) ? storedVersion(tab, row) : Promise.resolve(row.updated_at)
          // A failure is shown when the version is needed.
          version.catch(() => undefined)
          const uses = await usesOf(tab, row)
          // The question about it must not take the place of a later one, nor appear on another page.
          if (wanted.current !== row || document.querySelector('dialog[open]')) return
          if (uses.length > 0) return setUsed({ row, uses })
          if (!(await confirmDeletion(titleOf(row)))) return
          act(row, deletionOf({ id: row.id, title: titleOf(row), version: await version }))
        } catch (error) {
          changeProblem.set(TABLE.deleteFailed(errorMessage(error)))
        }
      },
      reassign(row: AdminRow, target: number) {
        act(row, { ...deletion, reassignTo: target })
      },
    }
  }, [submit, tab])

  return useMemo(
    () => ({
      dated,
      used,
      ...actions,
      answerUsed(target: number | null) {
        setUsed(null)
        if (used && target !== null) actions.reassign(used.row, target)
      },
    }),
    [dated, used, actions],
  )
}

/**
 * Reads the version of a row that was changed here since it was read for the screen.
 *
 * @returns the stored `updated_at`; that on screen for a row that is gone
 */
async function storedVersion(tab: AdminTab, { id, updated_at: shown }: AdminRow): Promise<string> {
  await changesAnswered(tab.table, id)
  const [stored] = await readAsAdmin((client) => readSelected(client, tab, [id]))
  return stored?.updated_at ?? shown
}

function usesOf({ table }: AdminTab, { id }: AdminRow): Promise<ReferenceUses[]> {
  return isContentTable(table) ? Promise.resolve([]) : readAsAdmin((client) => readUses(client, table, id))
}
