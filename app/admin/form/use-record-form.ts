import { createContext, useContext, useSyncExternalStore, type FocusEvent } from 'react'
import type { Field } from '#domain/content/fields/field.ts'
import type { FieldValue } from '#domain/admin/form/field-value.ts'
import type { FormState, RecordForm } from './record-form.ts'

export const FormContext = createContext<RecordForm | null>(null)

/** @returns the form that a component is part of */
export function useForm(): RecordForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('No FormContext above')
  return form
}

/** @param select a part of the state; the component is drawn again only when that part is another one */
export function useFormState<T>(select: (state: FormState) => T): T {
  const form = useForm()
  return useSyncExternalStore(form.subscribe, () => select(form.state))
}

/** What every input of a field is given. */
export interface Control<V extends FieldValue = string> {
  column: string
  field: Field
  value: V
  change: (value: V) => void
  /** Attributes that tie the input to its label, hint and error. */
  input: {
    id: string
    name: string
    onBlur: (event: FocusEvent) => void
    'aria-describedby'?: string
    'aria-invalid'?: true
    'aria-required'?: true
  }
}

/** @returns the ids of a field's parts; several forms may be open, one above the other */
export function fieldIds(form: RecordForm, column: string) {
  const id = `${form.tab.table}-${column}`
  return { id, label: `${id}-label`, hint: `${id}-hint`, error: `${id}-error` }
}
