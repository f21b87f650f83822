import { beginAct, changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { adminClient } from '#app/admin/session/session.ts'
import { clientOfAct } from '#app/data/act.ts'
import { fetchSurroundings } from '#app/data/notice-surroundings.ts'
import { openPlannedTable } from '#app/data/planned-table.ts'
import type { RecordForm, SaveBackend } from './record-form.ts'

/**
 * @returns what a form is saved with, in the name of the account that has opened it. A save is one act; one that repeats a
 *   new record whose answer was lost is the same act again, by which the record is found
 */
export function saveBackend(form: RecordForm): SaveBackend {
  const { account: owner } = form
  const act = beginAct('form', { id: form.state.attempt?.act, owner })
  return {
    table: openPlannedTable(clientOfAct(adminClient(), act, owner), form.tab.table),
    act: act.id,
    run: (call) => changeAsAdmin(call, act),
    // Like the save: without its session, which asks its owner to sign in, it could not be sent, either.
    read: (query) => changeAsAdmin((client) => fetchSurroundings(client, query), act),
  }
}
