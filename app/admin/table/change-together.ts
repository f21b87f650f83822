import { changeMessage, isAnswerLost } from '#app/admin/feedback/error-message.ts'
import { restoreRows } from '#app/admin/bin/restore-rows.ts'
import { changeAsAdmin, type BegunAct } from '#app/admin/session/admin-calls.ts'
import type { AdminClient } from '#app/data/admin-client.ts'
import { changeSelected, deleteSelected, type RowOutcome } from '#app/data/bulk-changes.ts'
import { undoAct } from '#app/data/history.ts'
import { BULK } from '#domain/admin/bulk-messages.ts'
import { TABLE } from '#domain/admin/messages.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { BULK_ROWS_MAX } from '#domain/limits.ts'
import type { Changed, RowsRequest } from './change-rows.ts'
import type { EachChange, RowChange } from './row-change.ts'

/** Changes, deletes or restores several rows, or undoes an act. Each request is one transaction. */
export async function changeTogether(
  tab: AdminTab,
  { ids, change, title, undoes }: RowsRequest,
  act: BegunAct,
): Promise<Changed> {
  if (change.name === 'restore')
    return restoreRows(
      ids.map((id) => ({ table: tab.table, id, act: undoes })),
      act,
    )
  const each = change.each ?? ids.map((id) => ({ id, title: title ?? '', before: {}, after: change.fields ?? {} }))
  const outcomes: RowOutcome[] = []
  let problem = ''
  let isLost = false
  for (let start = 0; start < ids.length && !problem; start += BULK_ROWS_MAX) {
    try {
      const part = ids.slice(start, start + BULK_ROWS_MAX)
      const rows = each.filter(({ id }) => part.includes(id))
      outcomes.push(...(await changeAsAdmin((client) => changePart(client, { tab, rows, change, undoes }), act)))
    } catch (error) {
      console.warn(`The change '${change.name}' of ${tab.table} failed`, error)
      problem = changeMessage(error)
      isLost = isAnswerLost(error)
    }
  }
  const done = ids.filter((id) => outcomes.some((row) => row.id === id && row.outcome === 'done'))
  const failed = ids.filter((id) => !done.includes(id))
  return {
    done,
    failed,
    problem: problem || failureReasons(outcomes, each),
    remarks: '',
    isFinal: problem === '',
    isLost,
  }
}

interface Part {
  tab: AdminTab
  rows: readonly EachChange[]
  change: RowChange
  undoes: string | undefined
}

function changePart(client: AdminClient, { tab, rows, change, undoes }: Part): Promise<RowOutcome[]> {
  if (change.fields === null) return deleteSelected(client, tab.table, rows)
  return undoes ? undoPart(client, { tab, rows, change, undoes }) : changeSelected(client, tab.table, rows)
}

/** Undoes an act by the history, so that followers are not notified of dates that return to what they were. */
async function undoPart(
  client: AdminClient,
  { tab, rows, change, undoes }: Part & { undoes: string },
): Promise<RowOutcome[]> {
  const { undone } = await undoAct(client, undoes)
  // The former values of a row that was changed alone are known only to the history.
  if (!change.each && undone > 0) return rows.map(({ id }) => ({ id, outcome: 'done' }))
  // This writes nothing, because before and after are equal. Its outcome tells which rows have their former values, by
  // this undo or an earlier one, and which rows somebody has changed.
  const former = rows.map(({ id, after }) => ({ id, before: after, after }))
  return changeSelected(client, tab.table, former)
}

const REASONS = { changed: BULK.changedMeanwhile, gone: BULK.deletedMeanwhile, used: TABLE.inUse }

/** @returns why rows failed, with their titles; '' when none did */
function failureReasons(outcomes: readonly RowOutcome[], each: readonly EachChange[]): string {
  const reasons = (Object.keys(REASONS) as (keyof typeof REASONS)[]).map((outcome) => {
    const ids = outcomes.filter((row) => row.outcome === outcome).map(({ id }) => id)
    const titles = each.filter(({ id }) => ids.includes(id)).map(({ title }) => title)
    return ids.length > 0 ? `${REASONS[outcome].replace(/\.$/, '')}: ${BULK.firstTitles(titles)}` : ''
  })
  return reasons.filter(Boolean).join('. ')
}
