import { useId, useState, type ReactNode } from 'react'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import { useHistory } from '#app/admin/history/use-history.ts'
import { useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import type { StoredRecord } from '#app/data/record-table.ts'
import { serverNow } from '#app/data/server-time.ts'
import { shownValues, type FormValues } from '#domain/admin/form/field-value.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { changedField } from '#domain/admin/history-messages.ts'
import { decidedWith, othersChanges, stateByPlan } from '#domain/admin/form/stale-form.ts'
import { dayAndTime } from '#domain/dates.ts'
import { wordsByAuthor } from './words-by-author.ts'
import { ShownValue } from './shown-value.tsx'

interface StaleDialogProps {
  current: StoredRecord
  save: () => void
}

/** Shows what another admin, or the plan of the notice, has changed meanwhile, field by field; nothing is overwritten before the user decides. */
export function StaleDialog({ current, save }: StaleDialogProps) {
  const form = useForm()
  const before = useFormState((state) => state.before)
  const values = useFormState((state) => state.values)
  const shown = shownValues(form.fields, current)
  const { conflicts, theirs } = othersChanges(form.fields, { before, current: shown, values })
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set())
  const [openedAt] = useState(serverNow)
  const planned = stateByPlan(form.fields, { before, current: shown }, openedAt)
  const { changes } = useHistory(form.tab.table, current.id, current.updated_at)

  const lastChange = (column: string) =>
    changes?.find(({ operation, after }) => operation === 'update' && after && column in after)
  const words = wordsByAuthor([...conflicts, ...theirs].map(lastChange))

  /** Who has changed a field last. */
  function changedBy(column: string) {
    const change = lastChange(column)
    return (
      change && <p className="changed-by">{changedField(change, form.fields[column]?.label ?? column, openedAt)}</p>
    )
  }

  function decide(column: string, isMine: boolean) {
    const decided = decidedWith(column, conflicts, shown)
    setMine(
      (chosen) => new Set([...[...chosen].filter((other) => !decided.includes(other)), ...(isMine ? decided : [])]),
    )
  }

  return (
    <ModalDialog title={planned ? FORM.changedAsPlanned[planned] : words.heading} className="stale">
      <p>
        {planned ? FORM.nothingSavedYet[planned] : FORM.nothingOverwritten(words.about, dayAndTime(current.updated_at))}
      </p>
      {conflicts.map((column) => (
        <Conflict
          key={column}
          column={column}
          mine={values}
          theirs={shown}
          taking={planned ? 'Leave it as planned' : words.taking}
          isMine={mine.has(column)}
          decide={(isMine) => decide(column, isMine)}
        >
          {changedBy(column)}
        </Conflict>
      ))}
      <TheirChanges
        columns={theirs}
        values={shown}
        title={changedTitle(conflicts.length > 0, planned === null ? words.title : 'as planned')}
        changedBy={changedBy}
      />
      <div className="button-row">
        <button type="button" className="button" onClick={() => form.mergeWith(current, mine)}>
          Go on editing
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => {
            form.mergeWith(current, mine)
            save()
          }}
        >
          Save
        </button>
      </div>
    </ModalDialog>
  )
}

function changedTitle(isAlso: boolean, by: string): string {
  return `${isAlso ? 'Also changed' : 'Changed'} ${by}`
}

interface TheirChangesProps {
  columns: readonly string[]
  values: FormValues
  title: string
  /** Who has changed a field last. */
  changedBy: (column: string) => ReactNode
}

/** What was changed only there. */
function TheirChanges({ columns, values, title, changedBy }: TheirChangesProps) {
  const { fields } = useForm()
  if (columns.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <dl className="their-changes">
        {columns.map((column) => (
          <div key={column}>
            <dt>{fields[column]?.label}</dt>
            <dd>
              <ShownValue column={column} value={values[column] ?? ''} />
              {changedBy(column)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface ConflictProps {
  column: string
  mine: FormValues
  theirs: FormValues
  /** Label of the choice of their value. */
  taking: string
  isMine: boolean
  decide: (isMine: boolean) => void
  /** Who has changed it. */
  children: ReactNode
}

function Conflict({ column, mine, theirs, taking, isMine, decide, children }: ConflictProps) {
  const { fields } = useForm()
  const name = useId()
  const choices = [
    { label: taking, value: theirs[column], isChosen: !isMine, choose: () => decide(false) },
    { label: 'Keep mine', value: mine[column], isChosen: isMine, choose: () => decide(true) },
  ]
  return (
    <fieldset className="conflict">
      <legend>{fields[column]?.label}</legend>
      {children}
      {choices.map(({ label, value, isChosen, choose }) => (
        <label key={label}>
          <input type="radio" name={name} checked={isChosen} onChange={choose} />
          <b>{label}</b>
          <ShownValue column={column} value={value ?? ''} />
        </label>
      ))}
    </fieldset>
  )
}
