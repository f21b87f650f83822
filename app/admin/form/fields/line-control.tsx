import type { Control } from '#app/admin/form/use-record-form.ts'

const NUMERIC = ['number', 'rupees']

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
        inputMode={NUMERIC.includes(field.type) ? 'numeric' : undefined}
        list={listId}
        onChange={(event) => change(event.target.value)}
      />
      {field.suggestions && (
        <datalist id={listId}>
          {field.suggestions.map((suggestion) => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
