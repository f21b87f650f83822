import { textOf, type Fields, type FormValues } from '#domain/admin/form/field-value.ts'
import { storedValue } from '#domain/admin/form/stored-value.ts'
import { plannedColumns, type NoticePlan } from '#domain/content/publication.ts'

/** @returns what the form plans for its notice; times that are not typed yet are null */
export function formPlan(fields: Fields, values: FormValues): NoticePlan {
  const { status, plan } = plannedColumns({
    state: textOf(values, 'state') as NoticePlan['state'],
    status: stored(fields, values, 'status'),
    publish_at: stored(fields, values, 'publish_at'),
    hide_at: stored(fields, values, 'hide_at'),
  })
  return { ...plan, status }
}

function stored(fields: Fields, values: FormValues, column: string): string | null {
  const field = fields[column]
  const value = field && storedValue(field, values[column] ?? '')
  return value && 'value' in value && typeof value.value === 'string' ? value.value : null
}
