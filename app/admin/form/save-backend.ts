import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { adminClient } from '#app/admin/session/session.ts'
import { clientOfAct, newAct } from '#app/data/act.ts'
import { openPlannedTable } from '#app/data/planned-table.ts'
import type { RecordForm, SaveBackend } from './record-form.ts'
import { readSurroundings } from './warnings/use-surroundings.ts'

/**
 * @returns what a form is saved with, in the name of the account that has opened it. A save is one act; one that repeats a
 *   new record whose answer was lost is the same act again, by which the record is found
 */
export function saveBackend(form: RecordForm): SaveBackend {
  const act = newAct('form', form.state.attempt?.act)
  return {
    table: openPlannedTable(clientOfAct(adminClient(), act, form.account), form.tab.table),
    act: act.id,
    run: (call) => changeAsAdmin(call, act, form.account),
    read: readSurroundings,
  }
}
