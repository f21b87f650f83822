import type { Ref } from 'react'
import { goToField } from '#app/admin/form/go-to-field.ts'
import { fieldIds, useForm, useFormState } from '#app/admin/form/use-record-form.ts'
import { WARNINGS } from '#domain/admin/messages.ts'

interface WarningSummaryProps {
  ref: Ref<HTMLDivElement>
  saveAnyway: () => void
}

/**
 * Lists what seems wrong, with links to the fields, when a save waits for a decision; the form moves focus here.
 * Source: docs/behaviour/plausibility.md#in-forms
 */
export function WarningSummary({ ref, saveAnyway }: WarningSummaryProps) {
  const form = useForm()
  const problem = useFormState((state) => state.problem)
  const isPublic = useFormState(({ loaded }) => loaded?.state === 'published')
  if (problem?.kind !== 'implausible') return null
  const { warnings } = problem
  return (
    <div className="error-summary warning-summary" role="alert" tabIndex={-1} ref={ref}>
      <h2>{WARNINGS.heading(warnings.length)}</h2>
      <ul>
        {warnings.map(({ field, message }) => (
          <li key={field + message}>
            <a href={`#${fieldIds(form, field).id}`} onClick={goToField}>
              {message}
            </a>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <button type="button" className="button" onClick={saveAnyway}>
          {isPublic ? WARNINGS.save : WARNINGS.publish}
        </button>
        <p className="hint">{WARNINGS.about}</p>
      </div>
    </div>
  )
}
