import { useRef, useState } from 'react'
import { cancelQuestion, confirm } from '#app/admin/feedback/confirm-dialog.tsx'
import { ModalDialog } from '#app/admin/feedback/modal-dialog.tsx'
import { useIsMounted } from '#app/admin/feedback/use-is-mounted.ts'
import { countAgain } from '#app/admin/layout/tab-counts.tsx'
import { latestAccount } from '#app/admin/session/session.ts'
import { choiceOf, type Choice } from '#app/data/reference-choices.ts'
import { changedColumns } from '#domain/admin/form/form-row.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import type { ReferenceTable } from '#domain/admin/reference-tables.ts'
import { tabOfTable } from '#domain/admin/tabs.ts'
import { ErrorSummary } from '#app/admin/form/error-summary.tsx'
import { FormField } from '#app/admin/form/fields/form-field.tsx'
import { RecordForm } from '#app/admin/form/record-form.ts'
import { isUploading } from '#app/admin/form/running-uploads.ts'
import { saveBackend } from '#app/admin/form/save-backend.ts'
import { FormContext, useFormState } from '#app/admin/form/use-record-form.ts'
import { CreateReferenceContext } from './use-create-reference.ts'

interface CreateReferenceProps {
  table: ReferenceTable
  /** Initial title or name: the text that was typed in the search. */
  heading: string
  onDone: (choice: Choice | null) => void
}

/** The form of a new organization, category or recruitment, above the form that refers to it. */
export function CreateReference({ table, heading, onDone }: CreateReferenceProps) {
  const tab = tabOfTable(table)
  const [form] = useState(
    () => new RecordForm(tab, { account: latestAccount(), loaded: null, values: { [tab.heading]: heading } }),
  )
  const [opened] = useState(form.state.values)
  const summary = useRef<HTMLDivElement>(null)
  const isMounted = useIsMounted()

  async function save() {
    const record = await form.save(saveBackend(form))
    if (!record) return summary.current?.focus()
    countAgain()
    // It was left, and the question that is open may be about something else.
    if (!isMounted()) return
    // The dialog may be asking whether to leave it. The row is stored now, so there is nothing to ask.
    cancelQuestion()
    onDone(choiceOf(record))
  }

  async function cancel() {
    const hasChanged = changedColumns(form.fields, opened, form.state.values).length > 0
    const isTyped = hasChanged || form.state.isSaving || isUploading(form)
    const question = { question: FORM.leaveQuestion, yes: 'Leave', about: FORM.dropAbout }
    if (!isTyped || (await confirm(question))) onDone(null)
  }

  return (
    <ModalDialog title={`New ${tab.singular}`} className="create-reference" onCancel={() => void cancel()}>
      <FormContext value={form}>
        <form
          className="record-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <ErrorSummary ref={summary} />
          <CreateReferenceContext value={null}>
            <fieldset>
              <legend className="visually-hidden">Fields</legend>
              {Object.entries(fieldsOf(table)).map(([column, field]) => (
                <FormField key={column} column={column} field={field} />
              ))}
            </fieldset>
          </CreateReferenceContext>
          <div className="button-row">
            <button type="button" className="button" onClick={() => void cancel()}>
              Cancel
            </button>
            <CreateButton />
          </div>
        </form>
      </FormContext>
    </ModalDialog>
  )
}

function CreateButton() {
  const isSaving = useFormState((state) => state.isSaving)
  return (
    <button type="submit" className="button primary" aria-disabled={isSaving}>
      {isSaving ? 'Saving...' : 'Create'}
    </button>
  )
}
