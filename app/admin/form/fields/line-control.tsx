import type { Control } from '#app/admin/form/use-record-form.ts'
import type { FieldType } from '#domain/content/fields/field.ts'
import { Suggestions } from './suggestions.tsx'

/** Keyboards of phones: amounts may have a point. */
const INPUT_MODES: Partial<Record<FieldType, 'numeric' | 'decimal'>> = { number: 'numeric', rupees: 'decimal' }

/** A line of text, or a number. */
export function LineControl({ field, value, change, input }: Control) {
  const listId = field.suggestions && `${input.id}-suggestions`
  return (
    <>
      <input
        {...input}
        className="field"
        value={value}
        autoComplete="off"
        inputMode={INPUT_MODES[field.type]}
        list={listId}
        onChange={(event) => change(event.target.value)}
      />
      <Suggestions id={listId} texts={field.suggestions} />
    </>
  )
}
