import type { FieldValue } from '#domain/admin/form/field-value.ts'
import { characters } from '#domain/characters.ts'
import type { Field } from '#domain/content/fields/field.ts'
import { formatNumber } from '#domain/numbers.ts'

/** Fraction of the limit from which on the length is shown. */
const NEAR = 0.8

/** Length of a text, when search engines cut it or when it is near its limit. */
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
