import { BackendError } from '#app/data/backend-error.ts'
import { mayBeStored } from '#app/data/record-table.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { TABLE } from '#domain/admin/messages.ts'

/**
 * @returns the text of an error, which texts of the admin quote.
 * Source: docs/behaviour/admin.md#failure-messages
 */
export function errorMessage(error: unknown): string {
  if (error instanceof BackendError) return error.message || `the answer was ${error.status}`
  return error instanceof Error && error.message ? error.message : String(error)
}

/** @returns whether a change that failed may be stored all the same: its answer was lost, or is the page of a proxy */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof BackendError && mayBeStored(error) && (error.status < 300 || error.message === '')
}

/**
 * @param failed says that a change has failed, and gets the message of its error
 * @param lost adds to that, when there was no answer, that the change may be done all the same
 * @returns what the page says of the failure
 */
export function changeFailure(error: unknown, failed: (message: string) => string, lost = TABLE.answerLost): string {
  const problem = failed(changeMessage(error))
  return isAnswerLost(error) ? lost(problem) : problem
}

/**
 * @returns the message of the answer to a change; a text of its own if there was no answer, or none with a message.
 * Source: docs/behaviour/admin.md#failure-messages
 */
export function changeMessage(error: unknown): string {
  const isAnswer = error instanceof BackendError && error.status > 0
  return (isAnswer && error.message) || FORM.saveFailed
}
