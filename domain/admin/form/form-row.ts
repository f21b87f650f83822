import { formatPostTime } from '#domain/admin/post-time.ts'
import { slugOf } from '#domain/admin/slug.ts'
import { hasTime, isUnpublished } from '#domain/content/publication.ts'
import { compareTimestamps, utcTimestamp } from '#domain/dates.ts'
import { isSameValue, textOf, type Fields, type FormValues } from './field-value.ts'
import { FORM } from './messages.ts'
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
 * The whole row of a new record. An empty post time becomes the current time, unless the notice becomes public later; an
 * empty slug is made from the heading.
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
  const postTime = row['post_time'] === '' && !isUnpublished(row['state']) && { post_time: formatPostTime(now) }
  return {
    row: withSlug({ ...row, ...postTime }, values, nameless),
    errors: { ...errors, ...planErrors(row, row, now) },
  }
}

/**
 * Only the columns that the admin has changed; other columns are neither sent nor validated.
 *
 * @param before the values of the record as it was loaded
 */
export function changedRow(
  fields: Fields,
  { before, values }: { before: FormValues; values: FormValues },
  { now, nameless }: { now: number; nameless: string },
): FormRow {
  const { row, errors } = rowOf(fields, values, changedColumns(fields, before, values))
  const planned = rowOf(fields, values, ['state', 'publish_at', 'hide_at']).row
  return {
    row: 'slug' in row ? withSlug(row, values, nameless) : row,
    errors: { ...errors, ...planErrors(row, planned, now) },
  }
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

/**
 * Why the times of a plan do not fit together; none when no part of the plan is changed.
 * Source: docs/behaviour/publication.md#scheduling
 */
function planErrors(changed: RowValues, planned: RowValues, now: number): FormErrors {
  if (!['state', 'publish_at', 'hide_at'].some((column) => column in changed)) return {}
  const { state, publish_at: publishAt, hide_at: hideAt } = planned
  const publish = state === 'scheduled' && typeof publishAt === 'string' ? publishAt : null
  const hide = typeof state === 'string' && hasTime(state, 'hide_at') && typeof hideAt === 'string' ? hideAt : null
  const isPast = (timestamp: string) => compareTimestamps(timestamp, utcTimestamp(now)) <= 0
  return {
    ...(state === 'scheduled' && publishAt === null && { publish_at: FORM.required('Publish at') }),
    ...(publish && isPast(publish) && { publish_at: FORM.publishPast }),
    ...(hide && isPast(hide) && { hide_at: FORM.hidePast }),
    ...(publish && hide && compareTimestamps(hide, publish) <= 0 && { hide_at: FORM.hideEarly }),
  }
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
