import { formatPostTime } from '#domain/admin/post-time.ts'
import type { AdminTable } from '#domain/admin/tabs.ts'
import { isByCategory, type CategoryFieldType, type Field, type FieldType } from '#domain/content/fields/field.ts'
import { numbersByCategory } from '#domain/content/categories-of-applicants.ts'
import { formatDay, knownDay } from '#domain/dates.ts'
import { formatMark } from '#domain/numbers.ts'
import { columnValue, type ColumnsOf } from '#domain/row-columns.ts'
import { vacancies } from '#domain/vacancies.ts'
import { writtenList } from '#domain/written-list.ts'
import type { Json, Tables } from '#supabase/database-types.ts'
import type { RowValues } from './form-row.ts'

/** A row of the table of vacancies, as typed. */
export interface VacancyLine {
  name: string
  posts: string
  eligibility: string
}

/** Numbers by category, as typed. */
export type CategoryTexts = Readonly<Record<string, string>>

/**
 * Value of a form field by its type: lines or chosen values, a text for each category, or the text as typed ('yes' or
 * 'no' of a yes-no field, the id of a reference).
 */
export type ValueOf<Type extends FieldType> = Type extends 'list' | 'choices'
  ? readonly string[]
  : Type extends 'vacancies'
    ? readonly VacancyLine[]
    : Type extends CategoryFieldType
      ? CategoryTexts
      : string

export type FieldValue = ValueOf<FieldType>

/** The values of a form, by column. */
export type FormValues = Readonly<Record<string, FieldValue>>

export type Fields = Readonly<Record<string, Field>>

type PlanFields = Pick<Tables<'notice_plans'>, 'state' | 'publish_at' | 'hide_at'>

/**
 * A row of any table of the admin, since forms, warnings and the history treat all tables alike; of a notice with its plan
 * as the form has it. `columnValue` reads a column that a field of the form names.
 */
export type StoredRow = Readonly<ColumnsOf<Tables<AdminTable> | PlanFields>>

/** @returns a stored value as its field shows it; dates as DD-MM-YYYY. Source: docs/behaviour/admin.md#typed-dates */
export function shownValue({ type }: Field, stored: Json | undefined): FieldValue {
  if (type === 'list') return writtenList(stored)
  if (type === 'vacancies') return vacancies(stored).map(vacancyLine)
  if (type === 'choices') return writtenList(stored)
  if (isByCategory(type)) return shownByCategory(type, stored)
  if (stored === null || stored === undefined) return ''
  if (type === 'yes-no') return stored === true ? 'yes' : 'no'
  if (type === 'date' && typeof stored === 'string') return shownDay(stored)
  if (type === 'timestamp' && typeof stored === 'string') return formatPostTime(stored)
  if (type === 'rupees' && typeof stored === 'number') return shownNumber(stored)
  return typeof stored === 'string' ? stored : JSON.stringify(stored)
}

/** @returns the initial values of the form of a stored record */
export function shownValues(fields: Fields, row: StoredRow): FormValues {
  return mapFields(fields, (field, column) => shownValue(field, columnValue(row, column)))
}

/** @returns the initial values of the form of a new record */
export function startValues(fields: Fields): FormValues {
  return mapFields(fields, (field) => field.start ?? shownValue(field, null))
}

/** @returns the typed or written text of a column; '' when its value is not a text */
export function textOf(row: FormValues | RowValues, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

/** @returns whether two typed values of a field are equal */
export function isSameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function mapFields(fields: Fields, value: (field: Field, column: string) => FieldValue): FormValues {
  return Object.fromEntries(Object.entries(fields).map(([column, field]) => [column, value(field, column)]))
}

function shownByCategory(type: CategoryFieldType, stored: Json | undefined): CategoryTexts {
  const shown = type === 'marks-by-category' ? shownMark : shownNumber
  return Object.fromEntries(
    Object.entries(numbersByCategory(stored)).map(([category, number]) => [category, shown(number)]),
  )
}

/** @returns a mark with all its decimals, and without an exponent */
function shownMark(mark: number): string {
  return formatMark(mark).replaceAll(',', '')
}

/** @returns a whole number, or an amount with paise */
function shownNumber(number: number): string {
  return Number.isInteger(number) ? `${number}` : number.toFixed(2)
}

function vacancyLine({ name, posts, eligibility }: { name: string; posts: number | null; eligibility: string | null }) {
  return { name, posts: posts === null ? '' : String(posts), eligibility: eligibility ?? '' }
}

function shownDay(stored: string): string {
  const day = knownDay(stored)
  return day ? formatDay(day) : stored
}
