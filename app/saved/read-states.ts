import { noteTimeOf } from '#app/browser/time-of-answers.ts'
import { endSignal } from '#domain/end-signal.ts'
import { LATE_RESPONSE_MS } from '#domain/limits.ts'
import { SAVED_STATES_PATH } from '#domain/page-paths.ts'
import { mergeSaved } from '#domain/saved/saved-file.ts'
import { referenceOf } from '#domain/saved/new-saved-notice.ts'
import { withAnswer } from '#domain/saved/with-answer.ts'
import { readState, statesReply, type StatesReply } from '#domain/saved/states-reply.ts'
import { deleteEntry, savedReferences } from './stored-notices.ts'
import { changeSaved, readSaved, writeSaved } from './saved-entries.ts'

/**
 * Asks the server for the present state of all saved notices, and stores it. The request holds their references and
 * nothing else. Source: docs/behaviour/saved.md#refreshing
 *
 * @throws NotStored when the browser does not store the answer, another Error when the server cannot be reached
 */
export async function refreshSaved(): Promise<void> {
  const references = savedReferences()
  if (references.length === 0) return
  const { states, readAt } = await requestStates(references)
  for (const reference of references) {
    const state = readState(states[reference])
    if (state === undefined) continue
    changeSaved(reference, (notice) => withAnswer(notice, state, readAt))
    renameById(reference)
  }
}

async function requestStates(notices: readonly string[]): Promise<StatesReply> {
  const response = await fetch(SAVED_STATES_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ notices }),
    signal: endSignal(LATE_RESPONSE_MS),
  })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  noteTimeOf(response)
  return statesReply.parse(await response.json())
}

/**
 * A notice that was saved by its path is stored under its id from now on, joined with one that is there already. The old
 * entry makes room for the new one, and is restored when that cannot be stored. Two notes that are too long for one entry
 * stay where they are.
 *
 * @throws NotStored
 */
function renameById(reference: string): void {
  const notice = readSaved(reference)
  const name = notice && referenceOf(notice.state)
  if (!notice || !name || name === reference) return
  const here = readSaved(name)
  const {
    changed: [joined],
    notesLeftOut,
  } = here ? mergeSaved([here], [notice]) : { changed: [notice], notesLeftOut: 0 }
  if (notesLeftOut > 0) return
  deleteEntry(reference)
  if (!joined) return
  try {
    writeSaved(name, joined)
  } catch (error) {
    writeSaved(reference, notice)
    throw error
  }
}
