import { createContext, useContext, useSyncExternalStore, type FocusEvent } from 'react'
import type { Field } from '#domain/content/fields/field.ts'
import type { FieldValue } from '#domain/admin/form/field-value.ts'
import type { FormState } from './form-state.ts'
import type { RecordForm } from './record-form.ts'

export const FormContext = createContext<RecordForm | null>(null)

/** @returns the form that a component is part of */
export function useForm(): RecordForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('No FormContext above')
  return form
}

/** @param select returns a part of the state; the component renders again only when that part changes */
export function useFormState<T>(select: (state: FormState) => T): T {
  const form = useForm()
  return useSyncExternalStore(form.subscribe, () => select(form.state))
}

/** Props of the input of a field. */
export interface Control<V extends FieldValue = string> {
  column: string
  field: Field
  value: V
  change: (value: V) => void
  /** Attributes that connect the input with its label, hint and error. */
  input: {
    id: string
    name: string
    onBlur: (event: FocusEvent) => void
    'aria-describedby'?: string
    'aria-invalid'?: true
    'aria-required'?: true
  }
}

/** @returns the element ids of the parts of a field; unique, because two forms of one table may be open, as for the parent of a category */
export function fieldIds(form: Pick<RecordForm, 'id'>, column: string) {
  const id = `${column}-${form.id}`
  return { id, label: `${id}-label`, hint: `${id}-hint`, error: `${id}-error`, warning: `${id}-warning` }
}
