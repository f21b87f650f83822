import type { SubmitFunction } from 'react-router'
import { changeMessage } from '#app/admin/feedback/error-message.ts'
import { beginChange } from '#app/admin/feedback/page-problem.tsx'
import { offerUndo, showToast } from '#app/admin/feedback/toasts.tsx'
import { beginAct, changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { undoAct, type Activity } from '#app/data/history.ts'
import { ACTIVITY } from '#domain/admin/history-messages.ts'
import { tabOf } from './logged-tables.ts'

/** @returns whether a change can be undone: those of people, of notices and of what these refer to */
export function canUndo({ name, row, table }: Activity): boolean {
  return name !== null && row !== null && (tabOf(table) !== undefined || table === 'search_words')
}

/** What the page of the log is asked to undo. */
export interface UndoRequest {
  act: string
  /** Path of the tab in which Ctrl+Z has undone it. */
  path?: string | undefined
}

/** Submits an act to be undone. */
export function submitUndo(submit: SubmitFunction, request: UndoRequest): void {
  const json = JSON.stringify(request)
  void submit(json, { method: 'POST', encType: 'application/json', navigate: false, action: ACTIVITY.path })
}

/** Undoes an act, and shows on the page what became of it. In a tab, Ctrl+Z tries again what has failed. */
export async function undo({ act, path }: UndoRequest): Promise<null> {
  const showProblem = beginChange()
  const undoing = beginAct('list')
  const { owner } = undoing
  try {
    const { undone, refused } = await changeAsAdmin((client) => undoAct(client, act), undoing)
    showProblem(refused.length > 0 ? ACTIVITY.left(refused) : null)
    if (undone > 0 || refused.length === 0) showToast({ message: ACTIVITY.undone(undone), owner })
  } catch (error) {
    console.warn('An act could not be undone', error)
    showProblem(ACTIVITY.undoFailed(changeMessage(error)))
    if (path !== undefined) offerUndo(path, (submit) => submitUndo(submit, { act, path }), { owner })
  }
  return null
}
