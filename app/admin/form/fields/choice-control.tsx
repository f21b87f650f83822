import type { Control } from '#app/admin/form/use-record-form.ts'

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** A yes-no field, one of a field's options, or the status. A stored value outside the choices is offered while it is selected. */
export function ChoiceControl({ field, value, change, input }: Control) {
  const choices = field.options ?? field.choices?.map((choice) => ({ value: choice, label: choice })) ?? YES_NO
  const isKnown = choices.some((choice) => choice.value === value)
  const mayBeEmpty = value === '' || (field.type !== 'status' && !field.required)
  return (
    <select {...input} className="field" value={value} onChange={(event) => change(event.target.value)}>
      {mayBeEmpty && <option value="">Not stated</option>}
      {!isKnown && value && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
