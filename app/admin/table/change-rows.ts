import type { SubmitFunction } from 'react-router'
import { changeMessage, isAnswerLost } from '#app/admin/feedback/error-message.ts'
import { submitUndo } from '#app/admin/activity/undo.ts'
import { beginChange } from '#app/admin/feedback/page-problem.tsx'
import { createStore } from '#app/admin/feedback/store.ts'
import { lastUndoable, nextActNumber, offerUndo, showToast, undoAct } from '#app/admin/feedback/toasts.tsx'
import { beginAct, changeAsAdmin, type BegunAct } from '#app/admin/session/admin-calls.ts'
import { changeRow } from '#app/data/admin-changes.ts'
import { isInUse, reassignAndDelete } from '#app/data/reference-uses.ts'
import { changesAnything } from '#domain/admin/bulk-acts.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { isContentTable, tabPath, type AdminTab, type AdminTable } from '#domain/admin/tabs.ts'
import { countOf } from '#domain/numbers.ts'
import {
  noteInFlight,
  earlierAnswered,
  noteAnswered,
  isChanging,
  isInFlight,
  withoutRepeated,
} from './changes-in-flight.ts'
import { changeTogether } from './change-together.ts'
import { doneMessage, failedMessage, restoration, reverted, type RowChange } from './row-change.ts'

/** What the table submits to the action of its route. */
export interface RowsRequest {
  ids: number[]
  change: RowChange
  /** Title of the only row; null for an action on selected rows, whose messages count them. */
  title: string | null
  /** The change that reverts this one, where it cannot be derived. */
  undo?: RowChange
  /** The act of the history that this reverts. */
  undoes?: string
  /** Number of the act, which submitRows gives. */
  submission?: number
}

/** @returns whether a submission is a request of the table, as submitRows has sent it */
export function isRowsRequest(json: unknown): json is RowsRequest {
  return typeof json === 'object' && json !== null && 'ids' in json && 'change' in json
}

export interface RowsOutcome {
  done: number[]
  failed: number[]
  /** Whether what failed may be stored all the same. */
  isLost?: boolean | undefined
}

/** What became of the rows, with messages for the page: why some could not be changed, and what could not be restored. */
export interface Changed extends RowsOutcome {
  problem: string
  remarks: string
  /** Whether the rows themselves are the reason: trying again would fail again. */
  isFinal?: boolean
}

/** Acts that were submitted and not answered, by their number, with the request to undo them that came meanwhile. */
const submissions = new Map<number, { table: AdminTable; undo: SubmitFunction | null }>()

/** Requests to undo the last act of a table that wait until nothing of it is in flight. */
const queuedUndos = new Map<AdminTable, SubmitFunction[]>()

/** Changes that the database has stored but that the rows on screen, read before, do not include yet. */
export const storedChanges = createStore<readonly StoredChange[]>([])

/** @returns whether a row has been changed here since it was read, or is being changed */
export function isChangedHere({ table }: AdminTab, id: number): boolean {
  const isStored = storedChanges.get().some((stored) => stored.table === table && stored.ids.includes(id))
  return isStored || isInFlight(table, id)
}

interface StoredChange {
  table: AdminTable
  ids: number[]
  change: RowChange
  /** Number of the act. */
  submission: number
  /** When the answer arrived that it is stored; milliseconds of `performance.now()`. */
  at: number
}

/** Forgets the stored changes that a read includes, because it began after them. */
export function forgetChanges(table: AdminTable, startedAt: number): void {
  storedChanges.set(storedChanges.get().filter((stored) => stored.table !== table || stored.at > startedAt))
}

/** Sends a change to the action, without the rows for which the same change is in flight already. */
export function submitRows(submit: SubmitFunction, tab: AdminTab, request: RowsRequest): void {
  const ids = withoutRepeated(tab.table, request.change, request.ids)
  if (ids.length === 0) return
  const submission = nextActNumber()
  noteInFlight({ number: submission, table: tab.table, ids, change: request.change })
  // What undoes something is not undone.
  if (request.undoes === undefined) submissions.set(submission, { table: tab.table, undo: null })
  const target = JSON.stringify({ ...request, ids, submission })
  void submit(target, { action: tabPath(tab), method: 'POST', encType: 'application/json', navigate: false })
}

/**
 * Undoes the last act of a tab. One that is not answered yet is undone as soon as it is; while another one is being
 * undone, the request waits.
 */
export function undoLastChange(submit: SubmitFunction, tab: AdminTab): void {
  const path = tabPath(tab)
  const [number = 0, last] =
    [...submissions].findLast(([, { table, undo }]) => table === tab.table && undo === null) ?? []
  if (last && number > lastUndoable(path)) last.undo = submit
  else if (isChanging(tab.table)) queuedUndos.set(tab.table, [...(queuedUndos.get(tab.table) ?? []), submit])
  else undoAct(path, submit)
}

function undoQueued(tab: AdminTab): void {
  const [submit, ...others] = queuedUndos.get(tab.table) ?? []
  if (!submit || isChanging(tab.table)) return
  queuedUndos.set(tab.table, others)
  undoAct(tabPath(tab), submit)
}

/** Changes one row or several rows, and shows the outcome. */
export async function changeRows(tab: AdminTab, request: RowsRequest): Promise<RowsOutcome> {
  const { ids, change, title } = request
  const showProblem = beginChange()
  const number = request.submission ?? nextActNumber()
  const act = beginAct(title === null ? 'bulk' : 'list')
  await earlierAnswered(number)
  const isCompared = title === null || change.each !== undefined
  const isTogether = isCompared || change.name === 'restore' || request.undoes !== undefined
  const { done, failed, problem, remarks, isFinal, isLost } = await (isTogether ? changeTogether : changeAlone)(
    tab,
    request,
    act,
  )
  noteAnswered(number)
  const awaited = submissions.get(number)?.undo
  submissions.delete(number)
  if (done.length > 0 && change.name !== 'restore')
    storedChanges.set([
      ...storedChanges.get(),
      { table: tab.table, ids: done, change, submission: number, at: performance.now() },
    ])

  const summary = title === null ? ` ${TABLE.someFailed(failed.length, count(tab, ids.length))}` : ''
  const failure = problem && failedMessage(change, problem)
  showProblem(failure ? (isLost ? TABLE.answerLost(failure) : failure) + summary : remarks || null)
  const path = tabPath(tab)
  if (done.length > 0) {
    const message = doneMessage(change, title ?? count(tab, done.length))
    const undo = undoOf(tab, request, { done, act })
    showToast({ message, owner: act.owner, ...(undo && { path, undo, actNumber: number }) })
    if (awaited) undoAct(path, awaited, number)
  } else if (isLost && !request.undoes) {
    // It may be stored: Ctrl+Z is about it, not about the act before it.
    offerUndo(path, (wanted) => submitUndo(wanted, { act: act.id, path }), { number, owner: act.owner })
    if (awaited) undoAct(path, awaited, number)
  } else if (request.undoes && !isFinal) {
    // The undoing failed, and may succeed when the key is pressed again.
    offerUndo(path, (submit) => submitRows(submit, tab, request), { owner: act.owner })
  }
  undoQueued(tab)
  return { done, failed, isLost }
}

/** @returns a function that reverts what was done of a request, as one act; undefined for what cannot be reverted */
function undoOf(tab: AdminTab, { change, title, undo, undoes }: RowsRequest, { done, act }: Undoable) {
  const each = undoes ? [] : (change.each ?? []).filter((row) => done.includes(row.id) && changesAnything(row))
  const former = undo ?? (each.length > 0 ? reverted({ ...change, each }) : undefined)
  const reverse = change.fields === null ? restoration : former
  if (!reverse) return undefined
  return (submit: SubmitFunction) => submitRows(submit, tab, { ids: done, change: reverse, title, undoes: act.id })
}

interface Undoable {
  done: number[]
  act: BegunAct
}

async function changeAlone(tab: AdminTab, { ids, change }: RowsRequest, act: BegunAct): Promise<Changed> {
  const [id = 0] = ids
  try {
    await changeOne({ table: tab.table, id, act }, change)
    return { done: [id], failed: [], problem: '', remarks: '' }
  } catch (error) {
    console.warn(`The change '${change.name}' of ${tab.table} ${id} failed`, error)
    const isUsed = change.fields === null && isInUse(error)
    return {
      done: [],
      failed: [id],
      problem: isUsed ? TABLE.inUse : changeMessage(error),
      remarks: '',
      isLost: isAnswerLost(error),
    }
  }
}

async function changeOne(
  { table, id, act }: { table: AdminTable; id: number; act: BegunAct },
  { fields, reassignTo }: RowChange,
): Promise<void> {
  await changeAsAdmin<unknown>((client) => {
    if (fields !== null) return changeRow(client, { table, id }, fields)
    if (reassignTo !== undefined && !isContentTable(table)) return reassignAndDelete(client, { table, id }, reassignTo)
    throw new Error('A row is deleted only with its version, or when what uses it is moved')
  }, act)
}

/** Counts in the admin are exact, however large. */
export function count(tab: AdminTab, number: number): string {
  return countOf(number, { ...tab, cap: Number.POSITIVE_INFINITY })
}
