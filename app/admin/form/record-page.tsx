import { Link, useRevalidator } from 'react-router'
import { ProblemLine } from '#app/admin/feedback/problem-line.tsx'
import { wayBackTo } from '#app/admin/table/shown-lists.ts'
import { FORM } from '#domain/admin/form/messages.ts'
import { BIN } from '#domain/admin/messages.ts'
import type { RecordData } from './load-record.ts'
import { RecordEditor } from './record-editor.tsx'
import { FormContext } from './use-record-form.ts'
import { useOpenedForm } from './use-opened-form.ts'

/** The form of a record, or why it cannot be loaded. Source: docs/behaviour/admin.md#loading-a-record. */
export function RecordPage({ data }: { data: RecordData }) {
  const form = useOpenedForm(data)
  const { revalidate } = useRevalidator()
  const { tab, problem, isMissing } = data
  if (form) {
    return (
      <FormContext value={form} key={form.id}>
        <RecordEditor />
      </FormContext>
    )
  }
  return (
    <div className="admin-empty">
      <h1 tabIndex={-1}>Edit {tab.singular}</h1>
      <ProblemLine>{problem}</ProblemLine>
      {isMissing && <p>{FORM.mayBeInBin}</p>}
      <div className="button-row">
        <Link className="button" {...wayBackTo(tab)}>
          {tab.label}
        </Link>
        {isMissing && (
          <Link className="button" to={BIN.path}>
            {BIN.label}
          </Link>
        )}
        <button type="button" className="button primary" onClick={() => void revalidate()}>
          Try again
        </button>
      </div>
    </div>
  )
}
