import { useId, useState } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import { useRead } from '#app/admin/feedback/use-read.ts'
import { useSubmitWithChoices } from '#app/admin/form/references/awaited-choices.ts'
import { DialogChoices } from '#app/admin/form/references/dialog-choices.tsx'
import { readAsAdmin } from '#app/admin/session/admin-calls.ts'
import { readSelected, type SelectedRow } from '#app/data/bulk-changes.ts'
import { serverNow } from '#app/data/server-time.ts'
import { changeOf, changesAnything, consequencesOf, type BulkAct, type BulkChange } from '#domain/admin/bulk-acts.ts'
import { ACTS, BULK } from '#domain/admin/bulk-messages.ts'
import { TABLE } from '#domain/admin/messages.ts'
import { parsePostTime } from '#domain/admin/post-time.ts'
import type { AdminTab } from '#domain/admin/tabs.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { BulkValue, initialValue, problemOf } from './bulk-value.tsx'
import { count } from './change-rows.ts'
import type { EachChange } from './row-change.ts'

interface BulkDialogProps {
  tab: AdminTab
  act: BulkAct
  /** The rows that were selected when the act was asked. */
  ids: readonly number[]
  onApply: (each: readonly EachChange[]) => void
  onClose: () => void
}

/** Shows what an act will change; a button applies it. Source: docs/behaviour/bin.md#bulk-acts */
export function BulkDialog(props: BulkDialogProps) {
  return (
    <DialogChoices>
      <Dialog {...props} />
    </DialogChoices>
  )
}

function Dialog({ tab, act, ids, onApply, onClose }: BulkDialogProps) {
  const id = useId()
  const [now] = useState(() => new Date(serverNow()).toISOString())
  const [value, setValue] = useState(() => initialValue(act, now))
  const [problem, setProblem] = useState<string | null>(null)
  const { rows, failure } = useSelectedRows(tab, ids)
  const submit = useSubmitWithChoices(apply)

  const isDeletion = act === 'delete'
  const isGiven = problemOf(act, value) === null
  const each = rows && isGiven ? changesOf(act, rows, { value, now }) : []
  const { heading, apply: button } = ACTS[act]

  function apply() {
    const wrong = problemOf(act, value) ?? (each.length === 0 ? BULK.nothing : null)
    if (wrong === null) return onApply(each)
    setProblem(wrong)
    document.getElementById(`${id}-value`)?.focus()
  }

  return (
    <ModalDialog
      title={isDeletion && ids.length === 1 ? TABLE.deleteQuestion : heading(count(tab, ids.length))}
      className="bulk-dialog"
      isAlert={isDeletion}
      describedBy={`${id}-consequences`}
      onCancel={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <BulkValue
          id={`${id}-value`}
          tab={tab}
          act={act}
          value={value}
          problemId={`${id}-problem`}
          onValue={(chosen) => {
            setValue(chosen)
            setProblem(null)
          }}
        />
        <ProblemLine id={`${id}-problem`}>{problem ?? failure}</ProblemLine>
        <BulkPreview
          act={act}
          count={ids.length}
          rows={rows}
          missing={rows ? ids.length - rows.length : 0}
          hasFailed={failure !== null}
          each={each}
          isGiven={isGiven}
        />
        <Consequences id={`${id}-consequences`} meant={{ tab, act, value, rows, each, now }} />
        <div className="button-row">
          <button type="button" className="button" onClick={onClose}>
            Cancel <kbd aria-hidden="true">Esc</kbd>
          </button>
          <button type="submit" className={isDeletion ? 'button primary danger' : 'button primary'} disabled={!rows}>
            {button}
          </button>
        </div>
      </form>
    </ModalDialog>
  )
}

/** The selected rows as they are when the preview opens: the table may be a moment behind. */
function useSelectedRows(tab: AdminTab, ids: readonly number[]) {
  const { value, problem } = useRead('selected rows', ids, (all) =>
    readAsAdmin((client) => readSelected(client, tab, all)),
  )
  return { rows: value, failure: problem === null ? null : BULK.failed(problem) }
}

function changesOf(act: BulkAct, rows: readonly SelectedRow[], given: { value: string; now: string }): EachChange[] {
  const all = rows.map((row) => changeOf(act, row, given))
  const changing = act === 'delete' ? all : all.filter(changesAnything)
  return changing.map((change) => ({ ...change, ...optimisticOf(change) }))
}

/** @returns the values that the table shows until it reads the row again, where they differ from the stored columns */
function optimisticOf({ after: { post_time: postTime, plan } }: BulkChange): Pick<EachChange, 'optimistic'> {
  if (plan) return { optimistic: { planned: plan } }
  return postTime ? { optimistic: { posted_at: new Date(parsePostTime(postTime) ?? 0).toISOString() } } : {}
}

interface Meant {
  tab: AdminTab
  act: BulkAct
  value: string
  rows: readonly SelectedRow[] | null
  each: readonly EachChange[]
  now: string
}

function Consequences({ id, meant: { tab, act, value, rows, each, now } }: { id: string; meant: Meant }) {
  const changing = rows?.filter((row) => each.some((change) => change.id === row.id)) ?? []
  const given = { tab, act, value, rows: changing, now, count: (number: number) => count(tab, number) }
  return (
    <ul id={id} className="consequences" aria-label={BULK.consequences}>
      {(changing.length > 0 ? consequencesOf(given) : []).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
