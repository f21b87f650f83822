import { changeFailure } from '#app/admin/feedback/error-message.ts'
import { beginChange } from '#app/admin/feedback/page-problem.tsx'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { beginAct, changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { deleteForEver, type BinPlace } from '#app/data/bin.ts'
import { BIN, TABLE } from '#domain/admin/messages.ts'
import { restoreRows } from './restore-rows.ts'

/** What the page of the bin asks of its action. */
export interface BinRequest {
  act: 'restore' | 'delete for ever'
  rows: BinPlace[]
  /** A title, or a number of items. */
  what: string
}

/** @returns whether it succeeded */
export async function changeBin({ act, rows, what }: BinRequest): Promise<boolean> {
  if (act === 'delete for ever') return forget(rows, what)
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

/** Deletes rows for ever, as far as they are still in the bin. */
async function forget(rows: readonly BinPlace[], what: string): Promise<boolean> {
  const showProblem = beginChange()
  const act = beginAct(rows.length > 1 ? 'bulk' : 'list')
  try {
    const deleted = await changeAsAdmin((client) => deleteForEver(client, rows), act)
    const left = rows.length - deleted
    showProblem(
      left > 0 ? BIN.forEverFailed(BIN.leftBin(left === 1 && rows.length === 1 ? what : BIN.items(left))) : null,
    )
    if (deleted > 0) showToast({ message: BIN.forEverDone(left > 0 ? BIN.items(deleted) : what), owner: act.owner })
    return left === 0
  } catch (error) {
    console.warn('Rows could not be deleted for ever', error)
    showProblem(changeFailure(error, BIN.forEverFailed))
    return false
  }
}
