import { Fragment, useId } from 'react'
import { textOf } from '#domain/admin/form/field-value.ts'
import type { FormSection } from '#domain/content/fields/field.ts'
import { FactOffer } from './fact-offer.tsx'
import { hasTime } from '#domain/content/publication.ts'
import { FormField } from './fields/form-field.tsx'
import { FutureOffer } from './publication/future-offer.tsx'
import { PreviewLinks } from './publication/preview-links.tsx'
import { WhereLine } from './publication/where-line.tsx'
import { useFormState } from './use-record-form.ts'
import { CheckLinks } from './warnings/check-links.tsx'

export function FormSectionFields({
  section: { legend, hint, offersFacts, saysWhere, fields },
}: {
  section: FormSection
}) {
  const id = useId()
  const state = useFormState(({ values }) => textOf(values, 'state'))
  const isShown = (column: string) => (column !== 'publish_at' && column !== 'hide_at') || hasTime(state, column)
  return (
    <fieldset aria-describedby={hint && id}>
      <legend>{legend}</legend>
      {hint && (
        <p className="hint wide" id={id}>
          {hint}
        </p>
      )}
      {offersFacts && <FactOffer />}
      {Object.entries(fields).map(
        ([column, field]) =>
          isShown(column) && (
            <Fragment key={column}>
              <FormField column={column} field={field} />
              {column === 'post_time' && <FutureOffer />}
            </Fragment>
          ),
      )}
      {saysWhere && (
        <>
          <WhereLine />
          <PreviewLinks />
        </>
      )}
      <CheckLinks fields={fields} />
    </fieldset>
  )
}
