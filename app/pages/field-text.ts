/** @returns the text of a field of a posted form, trimmed; empty when there is none */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
