import type { Ref } from 'react'
import { goToField } from './go-to-field.ts'
import { fieldIds, useForm, useFormState } from './use-record-form.ts'

/** Lists all errors with links to their fields; the form moves focus here after a failed save. */
export function ErrorSummary({ ref }: { ref: Ref<HTMLDivElement> }) {
  const form = useForm()
  const errors = useFormState((state) => state.errors)
  const problem = useFormState((state) => state.problem)
  const isRejected = useFormState((state) => state.isRejected)
  const columns = isRejected ? Object.keys(form.fields).filter((column) => column in errors) : []
  const isFailed = problem?.kind === 'failed'
  if (columns.length === 0 && !isFailed) return null
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={ref}>
      {isFailed && <h2>{problem.message}</h2>}
      {isFailed && problem.mayBeStored && (
        <p>No answer came, so it is not known whether this is stored. Save again: it is stored once.</p>
      )}
      {columns.length > 0 && (
        <>
          <h2>{columns.length === 1 ? '1 field needs attention' : `${columns.length} fields need attention`}</h2>
          <ul>
            {columns.map((column) => (
              <li key={column}>
                <a href={`#${fieldIds(form, column).id}`} onClick={goToField}>
                  {errors[column]}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
