import { useId } from 'react'
import type { FormSection } from '#domain/content/fields/field.ts'
import { FormField } from './fields/form-field.tsx'

export function FormSectionFields({ section: { legend, hint, fields } }: { section: FormSection }) {
  const id = useId()
  return (
    <fieldset aria-describedby={hint && id}>
      <legend>{legend}</legend>
      {hint && (
        <p className="hint wide" id={id}>
          {hint}
        </p>
      )}
      {Object.entries(fields).map(([column, field]) => (
        <FormField key={column} column={column} field={field} />
      ))}
    </fieldset>
  )
}
