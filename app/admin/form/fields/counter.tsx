import type { FieldValue } from '#domain/admin/form/field-value.ts'
import { characters } from '#domain/admin/form/stored-value.ts'
import type { Field } from '#domain/content/fields/field.ts'
import { formatNumber } from '#domain/numbers.ts'

/** Part of a limit from which on one is told how far it is. */
const NEAR = 0.8

/** How long a text is, where search engines cut it, or near the end of what can be stored. */
export function Counter({ field, value }: { field: Field; value: FieldValue }) {
  if (typeof value !== 'string' || !value) return null
  const length = characters(value)
  if (field.shown) {
    return (
      <span className={length > field.shown ? 'counter over' : 'counter'}>
        {formatNumber(length)} of about {field.shown}
      </span>
    )
  }
  if (!field.most || length < field.most * NEAR) return null
  return (
    <span className={length > field.most ? 'counter over' : 'counter'}>
      {formatNumber(length)} of {formatNumber(field.most)}
    </span>
  )
}
