/** @returns the text of a field of a form, trimmed; empty when there is none */
export function fieldText(form: FormData, name: string): string {
  return fieldValue(form, name).trim()
}

/** @returns the text of a field of a form exactly as it was typed, as a password must be; empty when there is none */
export function fieldValue(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
