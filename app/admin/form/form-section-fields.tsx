import { useId } from 'react'
import type { FormSection } from '#domain/content/fields/field.ts'
import { FactOffer } from './fact-offer.tsx'
import { FormField } from './fields/form-field.tsx'

export function FormSectionFields({ section: { legend, hint, offersFacts, fields } }: { section: FormSection }) {
  const id = useId()
  return (
    <fieldset aria-describedby={hint && id}>
      <legend>{legend}</legend>
      {hint && (
        <p className="hint wide" id={id}>
          {hint}
        </p>
      )}
      {offersFacts && <FactOffer />}
      {Object.entries(fields).map(([column, field]) => (
        <FormField key={column} column={column} field={field} />
      ))}
    </fieldset>
  )
}
