import { useId, useState } from 'react'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import { ReferenceControl } from '#app/admin/form/fields/reference-control.tsx'
import { useSubmitWithChoices } from '#app/admin/form/references/awaited-choices.ts'
import { DialogChoices } from '#app/admin/form/references/dialog-choices.tsx'
import type { AdminRow } from '#app/data/admin-list.ts'
import type { ReferenceUses } from '#app/data/reference-uses.ts'
import { TABLE } from '#domain/admin/messages.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import { isContentTable } from '#domain/admin/tabs.ts'
import { formatNumber } from '#domain/numbers.ts'
import { count } from './change-rows.ts'

interface UsedDialogProps {
  table: ReferenceTable
  singular: string
  row: AdminRow
  title: string
  uses: readonly ReferenceUses[]
  /** @param target id of the row that the references move to; null cancels the deletion */
  onAnswer: (target: number | null) => void
}

/** The dialog in place of the confirmation of a deletion, when other rows refer to the row. Source: docs/behaviour/admin.md#deleting-what-is-used */
export function UsedDialog(props: UsedDialogProps) {
  return (
    <DialogChoices>
      <Dialog {...props} />
    </DialogChoices>
  )
}

function Dialog({ table, singular, row, title, uses, onAnswer }: UsedDialogProps) {
  const id = useId()
  const [target, setTarget] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = useSubmitWithChoices(reassign)

  function reassign() {
    if (target && target !== String(row.id)) return onAnswer(Number(target))
    setProblem(TABLE.reassignMissing(singular))
    document.getElementById(id)?.focus()
  }

  return (
    <ModalDialog
      title={TABLE.usedBy(countOfUses(uses))}
      className="used-dialog"
      isAlert
      describedBy={`${id}-uses`}
      onCancel={() => onAnswer(null)}
    >
      <p className="about">{title}</p>
      <div id={`${id}-uses`}>
        <dl>
          {uses.map(({ tab, uses: number, titles }) => (
            <div key={tab.table}>
              <dt>{count(tab, number)}</dt>
              <dd>
                {titles.join('; ')}
                {number > titles.length && ` and ${formatNumber(number - titles.length)} more`}
              </dd>
            </div>
          ))}
        </dl>
        <p>{TABLE.usedHint(singular)}</p>
      </div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <label htmlFor={id}>{TABLE.reassignTo(singular)}</label>
        <ReferenceControl
          column="target"
          field={{ label: TABLE.reassignTo(singular), type: 'reference', references: table }}
          value={target}
          change={setTarget}
          input={{ id, name: 'target', onBlur: () => undefined, 'aria-describedby': `${id}-problem` }}
        />
        <ProblemLine id={`${id}-problem`}>{problem}</ProblemLine>
        <div className="button-row">
          <button type="button" className="button" onClick={() => onAnswer(null)}>
            {TABLE.keep}
          </button>
          <button type="submit" className="button primary danger">
            {TABLE.reassign}
          </button>
        </div>
      </form>
    </ModalDialog>
  )
}

/** @returns '17 notices and 1 recruitment' */
function countOfUses(uses: readonly ReferenceUses[]): string {
  const notices = uses.filter(({ tab }) => isContentTable(tab.table)).reduce((sum, used) => sum + used.uses, 0)
  const others = uses.filter(({ tab }) => !isContentTable(tab.table)).map((used) => count(used.tab, used.uses))
  const parts = notices > 0 ? [`${formatNumber(notices)} ${notices === 1 ? 'notice' : 'notices'}`, ...others] : others
  return new Intl.ListFormat('en').format(parts)
}
