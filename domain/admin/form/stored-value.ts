import { FORM } from './messages.ts'
import { parsePostTime } from '#domain/admin/post-time.ts'
import { slugOf } from '#domain/admin/slug.ts'
import { isStoredLink } from '#domain/admin/stored-link.ts'
import { characters } from '#domain/characters.ts'
import type { NumbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { isByCategory, type Field } from '#domain/content/fields/field.ts'
import { utcTimestamp } from '#domain/dates.ts'
import { formatNumber } from '#domain/numbers.ts'
import { storable } from '#domain/storable.ts'
import { writtenList } from '#domain/written-list.ts'
import type { CategoryTexts, FieldValue, VacancyLine } from './field-value.ts'
import { storedByCategory } from './stored-by-category.ts'
import { storedVacancies } from './stored-vacancies.ts'
import { typedDay } from './typed-day.ts'
import { numberError } from './number-error.ts'
import { typedNumber } from './typed-number.ts'

/** The value of a column, as it is written. */
export type StoredValue = string | number | boolean | null | string[] | NumbersByCategory

/** The value to store for a field, or why the typed one is rejected. */
export type Stored = { value: StoredValue } | { error: string }

/**
 * Converts the typed value of a form field to the stored one. Source: docs/behaviour/admin.md#what-a-field-stores.
 *
 * @returns the value of the column (null for an empty field, but '' for an empty post time), or the error message
 */
export function storedValue(field: Field, value: FieldValue): Stored {
  const stored = convert(field, value)
  if ('error' in stored) return stored
  if (field.required && isInvisible(stored.value)) return { error: FORM.required(field.label) }
  return stored
}

/** Whether there is nothing to see: a text may consist of zero-width characters. */
function isInvisible(value: StoredValue): boolean {
  return value === null || (typeof value === 'string' && !/[^\p{Cc}\p{Cf}\p{Z}]/u.test(value))
}

function convert(field: Field, value: FieldValue): Stored {
  if (field.type === 'list') return storedList(field, value as readonly string[])
  if (field.type === 'choices') return storedChoices(field, value as readonly string[])
  if (isByCategory(field.type)) return storedByCategory(field, value as CategoryTexts)
  if (field.type === 'vacancies') return inLimit(field, storedVacancies(field, value as readonly VacancyLine[]))
  const text = storable(value as string).trim()
  switch (field.type) {
    case 'date':
      return storedDay(field, text)
    case 'number':
    case 'rupees':
      return storedNumber(field, text)
    case 'yes-no':
      return { value: text ? text === 'yes' : null }
    case 'reference':
      return { value: text ? Number(text) : null }
    case 'link':
      return !text || isStoredLink(text) ? { value: text || null } : { error: FORM.notALink(field.label) }
    case 'post-time':
      return !text || parsePostTime(text) !== null ? { value: text } : { error: FORM.invalidDate(field.label, text) }
    case 'timestamp':
      return storedTimestamp(field, text)
    case 'slug':
      return { value: slugOf(text) || null }
    case 'line':
    case 'paragraph':
    case 'markdown':
    case 'status':
    case 'choice':
      return inLimit(field, { value: text || null })
  }
}

function storedDay({ label }: Field, text: string): Stored {
  const day = typedDay(text)
  return day === undefined ? { error: FORM.invalidDate(label, text) } : { value: day }
}

/** A time without a zone is Indian time. */
function storedTimestamp({ label }: Field, text: string): Stored {
  const timestamp = text ? parsePostTime(text) : null
  if (timestamp !== null) return { value: utcTimestamp(timestamp) }
  return text ? { error: FORM.invalidDate(label, text) } : { value: null }
}

function storedNumber({ label, type }: Field, text: string): Stored {
  const number = typedNumber(text, { isAmount: type === 'rupees' })
  return typeof number === 'string' ? { error: numberError(number, label, text) } : { value: number }
}

/** A list is stored as JSON; in a text column as comma-separated text, if that parses back to the same list. */
function storedList(field: Field, lines: readonly string[]): Stored {
  const items = lines.map((line) => storable(line).replace(/\s+/g, ' ').trim()).filter(Boolean)
  if (items.length === 0) return { value: null }
  const wrongLine = lineError(field, items)
  if (wrongLine) return { error: wrongLine }
  if (!field.asText) {
    const printed = `[${items.map((item) => JSON.stringify(item)).join(', ')}]`
    const excess = tooLong(field, printed)
    return excess ? { error: excess } : { value: items }
  }
  const plain = items.join(', ')
  const readsBack = JSON.stringify(writtenList(plain)) === JSON.stringify(items)
  return inLimit(field, { value: readsBack ? plain : JSON.stringify(items) })
}

/** @returns why the lines of a list are rejected, if they are */
function lineError({ label, mostLines }: Field, items: readonly string[]): string | null {
  if (!mostLines) return null
  if (items.length > mostLines.count) return FORM.tooManyLines(label, mostLines.count)
  const index = items.findIndex((item) => characters(item) > mostLines.length)
  return index < 0
    ? null
    : tooLong({ label: FORM.inLine(label, index + 1), most: mostLines.length }, items[index] ?? '')
}

/** The chosen values in the order of the options. */
function storedChoices({ options = [] }: Field, chosen: readonly string[]): Stored {
  const values = options.map(({ value }) => value).filter((value) => chosen.includes(value))
  return { value: values.length > 0 ? values : null }
}

function inLimit(field: Field, stored: Stored): Stored {
  if ('error' in stored || typeof stored.value !== 'string') return stored
  const excess = tooLong(field, stored.value)
  return excess ? { error: excess } : stored
}

function tooLong({ label, most }: Pick<Field, 'label' | 'most'>, text: string): string | null {
  const length = characters(text)
  if (most === undefined || length <= most) return null
  return FORM.tooLong(label, { length: formatNumber(length), most: formatNumber(most) })
}
