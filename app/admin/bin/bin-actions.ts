import { report } from '#app/admin/feedback/report.ts'
import { beginChange } from '#app/admin/feedback/page-problem.tsx'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { beginAct } from '#app/admin/session/admin-calls.ts'
import { deleteForEver, type DeletedRow } from '#app/data/bin.ts'
import { BIN, TABLE } from '#domain/admin/messages.ts'
import { restoreRows } from './restore-rows.ts'

/** What the page of the bin asks of its action. */
export interface BinRequest {
  act: 'restore' | 'delete for ever'
  rows: DeletedRow[]
  /** A title, or a number of items. */
  what: string
}

/** @returns whether it succeeded */
export async function changeBin({ act, rows, what }: BinRequest): Promise<boolean> {
  if (act === 'delete for ever')
    return report((client) => deleteForEver(client, rows), { done: BIN.forEverDone(what), failed: BIN.forEverFailed })
  const showProblem = beginChange()
  const begun = beginAct(rows.length > 1 ? 'bulk' : 'list')
  const { done, problem, remarks, isLost } = await restoreRows(rows, begun)
  const message = problem && BIN.restoreFailed(problem)
  showProblem((isLost ? TABLE.answerLost(message) : message) || remarks || null)
  const { owner } = begun
  if (done.length > 0)
    showToast({ message: BIN.restored(done.length < rows.length ? BIN.items(done.length) : what), owner })
  return !problem
}
