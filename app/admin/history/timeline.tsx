import type { Ref } from 'react'
import { ShownValue } from '#app/admin/form/stale/shown-value.tsx'
import { useForm } from '#app/admin/form/use-record-form.ts'
import type { RecordedChange } from '#app/data/history.ts'
import { shownValue, type Fields, type StoredRow } from '#domain/admin/form/field-value.ts'
import { CHANGE_SOURCES, HISTORY, OPERATIONS, whoChanged } from '#domain/admin/history-messages.ts'
import { columnLabel } from '#domain/admin/column-label.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { columnValue } from '#domain/row-columns.ts'

interface TimelineProps {
  changes: readonly RecordedChange[]
  /** Compares the version after a change with the present one. */
  compare: (change: number) => void
  list: Ref<HTMLOListElement>
}

/** The changes of a record, the newest first. */
export function Timeline({ changes, compare, list }: TimelineProps) {
  return (
    <ol ref={list} className="timeline" aria-label={HISTORY.heading}>
      {changes.map((change, index) => (
        <li key={change.id}>
          <p>
            <b>{whoChanged(change)}</b> {OPERATIONS[change.operation]} it
          </p>
          <p className="about">
            <time dateTime={htmlTimestamp(change.at)}>{dayAndTime(change.at)}</time>
            <span>{CHANGE_SOURCES[change.source]}</span>
          </p>
          {change.operation === 'update' && <ChangedFields change={change} />}
          {index > 0 && change.operation !== 'delete' && (
            <button
              type="button"
              className="button"
              aria-label={`${HISTORY.compareOne}: ${dayAndTime(change.at)}`}
              onClick={() => compare(change.id)}
            >
              {HISTORY.compareOne}
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

function ChangedFields({ change: { before, after } }: { change: RecordedChange }) {
  const { fields, tab } = useForm()
  return (
    <dl className="changed-fields">
      {inFormOrder(fields, Object.keys(after ?? {})).map((column) => (
        <div key={column}>
          <dt>{columnLabel(tab.table, column)}</dt>
          <dd>
            <del>
              <StoredValue column={column} row={before} />
            </del>
            <span className="becomes">
              <span aria-hidden="true">→</span>
              <ins>
                <StoredValue column={column} row={after} />
              </ins>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A stored value as its field shows it; one without a field in the form as text. */
function StoredValue({ column, row }: { column: string; row: StoredRow | null }) {
  const stored = row && columnValue(row, column)
  const field = useForm().fields[column]
  if (field) return <ShownValue column={column} value={shownValue(field, stored)} />
  const isTime = typeof stored === 'string' && /^\d{4}-\d\d-\d\dT/.test(stored)
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored ?? null)
  return <span className="shown-value">{stored == null ? <i>empty</i> : isTime ? dayAndTime(text) : text}</span>
}

function inFormOrder(fields: Fields, columns: readonly string[]): string[] {
  const order = Object.keys(fields)
  const position = (column: string) => (order.includes(column) ? order.indexOf(column) : order.length)
  return columns.toSorted((one, other) => position(one) - position(other))
}
