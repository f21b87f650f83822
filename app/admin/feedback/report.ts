import type { AdminClient } from '#app/data/admin-client.ts'
import { deleteRow, isGone, type RowAddress } from '#app/data/admin-changes.ts'
import { beginAct, changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { DONE, TABLE } from '#domain/admin/messages.ts'
import { changeFailure } from './error-message.ts'
import { beginChange } from './page-problem.tsx'
import { showToast } from './toasts.tsx'

interface Report {
  /** Text of the toast; none when the page itself shows the success. */
  done?: string
  /** Makes the message for the page from the error message. */
  failed: (message: string) => string
  /** @returns whether an error means that there was nothing left to do */
  isDone?: (error: unknown) => boolean
}

/**
 * Makes a change for an action of the router, and shows on the page whether it succeeded.
 *
 * @returns whether it succeeded
 */
export async function report(change: (client: AdminClient) => Promise<unknown>, about: Report): Promise<boolean> {
  const showProblem = beginChange()
  const act = beginAct('list')
  try {
    await changeAsAdmin(change, act)
  } catch (error) {
    if (!about.isDone?.(error)) {
      console.warn('A change failed', error)
      showProblem(changeFailure(error, about.failed))
      return false
    }
  }
  showProblem(null)
  if (about.done) showToast({ message: about.done, owner: act.owner })
  return true
}

/** Deletes a row. One that no longer exists counts as deleted. */
export function reportDeletion(address: RowAddress, name: string): Promise<boolean> {
  const about = { done: DONE.deleted(name), failed: TABLE.deleteFailed, isDone: isGone }
  return report((client) => deleteRow(client, address), about)
}
