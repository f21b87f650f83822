import type { SubmitFunction } from 'react-router'
import { changeMessage } from '#app/admin/feedback/error-message.ts'
import { changeProblem } from '#app/admin/feedback/page-problem.tsx'
import { createStore } from '#app/admin/feedback/store.ts'
import { showToast } from '#app/admin/feedback/toasts.tsx'
import { changeAsAdmin } from '#app/admin/session/admin-calls.ts'
import { changeRow, deleteRow, isGone } from '#app/data/admin-changes.ts'
import { isInUse, reassignAndDelete } from '#app/data/reference-uses.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { isContentTable, tabPath, type AdminTab, type AdminTable } from '#domain/admin/tabs.ts'
import { BULK_AT_ONCE } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { doneMessage, FAILED, type RowChange } from './row-change.ts'

/** What the table asks of the action of its route. */
export interface RowsRequest {
  ids: number[]
  change: RowChange
  /** Title of the only row; null for an action on selected rows, whose messages count them. */
  title: string | null
  /** The change that reverts this one, where that is possible. */
  undo?: RowChange
}

export interface RowsOutcome {
  done: number[]
  failed: number[]
}

/** Changes that were sent and not answered. The action starts too late to notice a double click. */
const inFlight = new Set<string>()

/** Changes that are stored, until their rows are read again. */
export const storedChanges = createStore<readonly StoredChange[]>([])

interface StoredChange {
  table: AdminTable
  ids: number[]
  change: RowChange
  /** When the database had stored it, in milliseconds. */
  at: number
}

/** Forgets the stored changes that a read includes, because it began after them. */
export function forgetChanges(table: AdminTable, startedAt: number): void {
  storedChanges.set(storedChanges.get().filter((stored) => stored.table !== table || stored.at > startedAt))
}

/** Sends a change to the action, without the rows for which the same change is in flight. */
export function submitRows(submit: SubmitFunction, tab: AdminTab, request: RowsRequest): void {
  const ids = request.ids.filter((id) => !inFlight.has(keyOf(tab, request, id)))
  if (ids.length === 0) return
  for (const id of ids) inFlight.add(keyOf(tab, request, id))
  const target = JSON.stringify({ ...request, ids })
  void submit(target, { action: tabPath(tab), method: 'POST', encType: 'application/json', navigate: false })
}

/** Changes each row by its own request, a few at a time, and shows what became of them. */
export async function changeRows(tab: AdminTab, request: RowsRequest): Promise<RowsOutcome> {
  const { ids, change, title, undo } = request
  const outcome: RowsOutcome = { done: [], failed: [] }
  let message = ''
  const waiting = [...ids]
  async function work() {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await changeOne(tab, id, change)
        outcome.done.push(id)
        storedChanges.set([...storedChanges.get(), { table: tab.table, ids: [id], change, at: performance.now() }])
      } catch (error) {
        console.warn(`The change '${change.name}' of ${tab.table} ${id} failed`, error)
        outcome.failed.push(id)
        const isUsed = change.fields === null && isInUse(error)
        message ||= FAILED[change.name](isUsed ? TABLE.inUse : changeMessage(error))
      } finally {
        inFlight.delete(keyOf(tab, request, id))
      }
    }
  }
  await Promise.all(Array.from({ length: BULK_AT_ONCE }, work))

  if (message && title === null) message += ` ${TABLE.someFailed(outcome.failed.length, count(tab, ids.length))}`
  changeProblem.set(message || null)
  if (outcome.done.length > 0) {
    showToast({
      message: doneMessage(change, title ?? count(tab, outcome.done.length)),
      ...(undo && { undo: (submit) => submitRows(submit, tab, { ids, change: undo, title }) }),
    })
  }
  return outcome
}

async function changeOne({ table }: AdminTab, id: number, { fields, reassignTo }: RowChange): Promise<void> {
  try {
    await changeAsAdmin<unknown>((client) => {
      if (fields !== null) return changeRow(client, { table, id }, fields)
      if (reassignTo === undefined || isContentTable(table)) return deleteRow(client, { table, id })
      return reassignAndDelete(client, { table, id }, reassignTo)
    })
  } catch (error) {
    // A row that no longer exists counts as deleted.
    if (fields !== null || !isGone(error)) throw error
  }
}

function keyOf({ table }: AdminTab, { change }: RowsRequest, id: number): string {
  return `${change.name} of ${table} ${id}`
}

/** Counts in the admin are exact, however large. */
export function count(tab: AdminTab, number: number): string {
  return countOf(number, { ...tab, cap: Number.POSITIVE_INFINITY })
}
