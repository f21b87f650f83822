import { Link, useSubmit } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import type { Activity } from '#app/data/history.ts'
import { columnLabel } from '#domain/admin/column-label.ts'
import { BIN } from '#domain/admin/messages.ts'
import { ACTIVITY, CHANGE_SOURCES, inSentence, OPERATIONS, whoChanged } from '#domain/admin/history-messages.ts'
import { tabPath } from '#domain/admin/tabs.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import type { ActivityGroup } from './acts.ts'
import { loggedTable, tabOf } from './logged-tables.ts'
import { canUndo, submitUndo } from './undo.ts'

/** What one act did to one row, or to many. */
export function ActivityEntry({ changes }: { changes: ActivityGroup }) {
  const [change, ...others] = changes
  const table = loggedTable(change.table)
  return (
    <li>
      <p>
        <b>{whoChanged(change)}</b> {whatWasDone(change)} {changedFields(change)}
        {others.length === 0 ? (
          <>
            {table.singular} <Row change={change} />
          </>
        ) : (
          `${ACTIVITY.rows(changes.length)}: ${table.label}`
        )}
      </p>
      {others.length > 0 && (
        <details>
          <summary>{ACTIVITY.which}</summary>
          <ul>
            {changes.map((each) => (
              <li key={each.id}>
                <Row change={each} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="about">
        <time dateTime={htmlTimestamp(change.at)}>{dayAndTime(change.at)}</time>
        <span>{CHANGE_SOURCES[change.source]}</span>
      </p>
      {canUndo(change) && <UndoButton changes={changes} />}
    </li>
  )
}

/** What is deleted from the bin does not come back. */
function whatWasDone({ table, operation }: Activity): string {
  return table === 'bin' ? BIN.deletedForEver : OPERATIONS[operation]
}

function changedFields({ table, fields }: Activity): string {
  const names = (fields ?? [])
    .filter((column, _place, all) => column !== 'id' && !(column === 'plan' && all.includes('status')))
    .map((column) => inSentence(columnLabel(table, column)))
  return names.length > 0 ? `${names.join(', ')} of ` : ''
}

function UndoButton({ changes }: { changes: ActivityGroup }) {
  const submit = useSubmit()
  const [{ act, at }] = changes
  async function ask() {
    const about = ACTIVITY.undoAbout(sentenceOf(changes))
    if (await confirm({ question: ACTIVITY.undoQuestion(changes.length), about, yes: ACTIVITY.undo }))
      submitUndo(submit, { act })
  }
  return (
    <button
      type="button"
      className="button"
      aria-label={`${ACTIVITY.undo}: ${dayAndTime(at)}`}
      onClick={() => void ask()}
    >
      {ACTIVITY.undo}
    </button>
  )
}

/** What an act did, as the log says it, with its time. */
function sentenceOf(changes: ActivityGroup): string {
  const [change, ...others] = changes
  const { singular, label } = loggedTable(change.table)
  const what = others.length === 0 ? `${singular} “${nameOf(change)}”` : `${ACTIVITY.rows(changes.length)}: ${label}`
  const done = `${whoChanged(change)} ${OPERATIONS[change.operation]} ${changedFields(change)}${what}`
  return `${done} (${dayAndTime(change.at)})`
}

function nameOf({ row, title }: Activity): string {
  return title ?? (row === null ? ACTIVITY.allRows : `${row}`)
}

/** A link to a row that can be edited. */
function Row({ change }: { change: Activity }) {
  const { table, row, operation } = change
  const tab = tabOf(table)
  const name = nameOf(change)
  return tab && row !== null && operation !== 'delete' ? (
    <Link to={`${tabPath(tab)}/${row}`}>{name}</Link>
  ) : (
    <q>{name}</q>
  )
}
