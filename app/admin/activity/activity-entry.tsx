import { Link, useSubmit } from 'react-router'
import { confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import type { Activity } from '#app/data/history.ts'
import { columnLabel } from '#domain/admin/column-label.ts'
import { ACTIVITY, CHANGE_SOURCES, inSentence, OPERATIONS, whoChanged } from '#domain/admin/history-messages.ts'
import { tabPath } from '#domain/admin/tabs.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import type { ActivityGroup } from './acts.ts'
import { loggedTable, tabOf } from './logged-tables.ts'
import { canUndo } from './undo.ts'

/** What one act did to one row, or to many. */
export function ActivityEntry({ changes }: { changes: ActivityGroup }) {
  const [change, ...others] = changes
  const table = loggedTable(change.table)
  return (
    <li>
      <p>
        <b>{whoChanged(change)}</b> {OPERATIONS[change.operation]} {changedFields(change)}
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
      {canUndo(change) && <UndoButton act={change.act} rows={changes.length} at={change.at} />}
    </li>
  )
}

function changedFields({ table, fields }: Activity): string {
  const names = (fields ?? [])
    .filter((column, _place, all) => column !== 'id' && !(column === 'plan' && all.includes('status')))
    .map((column) => inSentence(columnLabel(table, column)))
  return names.length > 0 ? `${names.join(', ')} of ` : ''
}

function UndoButton({ act, rows, at }: { act: string; rows: number; at: string }) {
  const submit = useSubmit()
  async function ask() {
    const question = { question: ACTIVITY.undoQuestion(rows), about: ACTIVITY.undoAbout, yes: ACTIVITY.undo }
    if (await confirm(question))
      void submit({ act }, { method: 'POST', encType: 'application/json', navigate: false, action: ACTIVITY.path })
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

/** A link to a row that can be edited. */
function Row({ change: { table, row, title, operation } }: { change: Activity }) {
  const tab = tabOf(table)
  const name = title ?? (row === null ? ACTIVITY.allRows : `${row}`)
  return tab && row !== null && operation !== 'delete' ? (
    <Link to={`${tabPath(tab)}/${row}`}>{name}</Link>
  ) : (
    <q>{name}</q>
  )
}
