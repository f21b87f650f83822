import { formatPostTime } from '#domain/admin/post-time.ts'
import { slugOf } from '#domain/admin/slug.ts'
import { isSameValue, textOf, type Fields, type FormValues } from './field-value.ts'
import { storedValue, type StoredValue } from './stored-value.ts'

/** Error messages by column. */
export type FormErrors = Readonly<Record<string, string>>

/** Values to write, by column. */
export type RowValues = Readonly<Record<string, StoredValue>>

interface FormRow {
  /** Without the columns whose values are invalid: these are in `errors`. */
  row: RowValues
  errors: FormErrors
}

/**
 * The whole row of a new record. An empty post time becomes the current time, an empty slug is made from the heading.
 * Source: docs/behaviour/admin.md#what-a-field-stores.
 *
 * @param now milliseconds since the epoch
 * @param nameless the slug when the heading has neither letters nor digits
 */
export function newRow(
  fields: Fields,
  values: FormValues,
  { now, nameless }: { now: number; nameless: string },
): FormRow {
  const { row, errors } = rowOf(fields, values, Object.keys(fields))
  const postTime = row['post_time'] === '' && { post_time: formatPostTime(now) }
  return { row: withSlug({ ...row, ...postTime }, values, nameless), errors }
}

/**
 * Only the columns that the admin has changed; other columns are neither sent nor validated.
 *
 * @param before the values of the record as it was loaded
 */
export function changedRow(
  fields: Fields,
  { before, values }: { before: FormValues; values: FormValues },
  nameless: string,
): FormRow {
  const { row, errors } = rowOf(fields, values, changedColumns(fields, before, values))
  return { row: 'slug' in row ? withSlug(row, values, nameless) : row, errors }
}

/** @returns the columns whose values would be stored differently, in the order of the form */
export function changedColumns(fields: Fields, before: FormValues, values: FormValues): string[] {
  return Object.entries(fields).flatMap(([column, field]) => {
    const [old, typed] = [before[column] ?? '', values[column] ?? '']
    if (isSameValue(old, typed)) return []
    const [was, is] = [storedValue(field, old), storedValue(field, typed)]
    const isSame = 'value' in was && 'value' in is && JSON.stringify(was.value) === JSON.stringify(is.value)
    return isSame ? [] : [column]
  })
}

/** @returns the title or name in a form, from which the slug is made */
function headingOf(values: FormValues): string {
  return textOf(values, 'title' in values ? 'title' : 'name')
}

function rowOf(fields: Fields, values: FormValues, columns: readonly string[]): FormRow {
  const row: Record<string, StoredValue> = {}
  const errors: Record<string, string> = {}
  for (const column of columns) {
    const field = fields[column]
    if (!field) continue
    const stored = storedValue(field, values[column] ?? '')
    if ('error' in stored) errors[column] = stored.error
    else row[column] = stored.value
  }
  return { row, errors }
}

function withSlug(row: RowValues, values: FormValues, nameless: string): RowValues {
  return { ...row, slug: row['slug'] ?? (slugOf(headingOf(values)) || nameless) }
}
