import { formatDay, indianDay, knownDay, type Day } from '#domain/dates.ts'
import { formatNumber, formatRupees } from '#domain/numbers.ts'
import { APPLICANT_CATEGORIES } from './categories-of-applicants.ts'
import type { ContentKind } from './content-kind.ts'
import type { Field } from './fields/field.ts'
import { isLastDate } from './last-date.ts'
import { noticeForm } from './fields/notice-form.ts'
import type { Correction } from './notice.ts'

/** A correction as visitors read it. */
export interface CorrectedValue {
  /** 'Last date' for that of applications, otherwise as in the form: 'Exam date' */
  label: string
  /** '10-11-2026 to 17-11-2026', '17-11-2026 withdrawn', 'new address' */
  change: string
  day: Day
  source: string | null
}

/**
 * Writes corrections with the labels of the form of their kind, and of the last date in short. Source: docs/behaviour/notices.md#corrections
 *
 * @returns those of columns that the kind still has, in the given order
 */
export function correctedValues(kind: ContentKind, corrections: readonly Correction[]): CorrectedValue[] {
  const fields: Record<string, Field> = Object.assign({}, ...noticeForm(kind).map((section) => section.fields))
  return corrections.flatMap(({ field: path, old, new: now, at, source }) => {
    const [column = '', category] = path.split('.')
    const field = fields[column]
    if (!field) return []
    const ofCategory = APPLICANT_CATEGORIES.find(({ value }) => value === category)?.label
    const named = isLastDate(kind, column) ? 'Last date' : field.label
    const label = ofCategory ? `${named}, ${ofCategory}` : named
    return [{ label, change: changeOf(field, old, now), day: indianDay(at), source }]
  })
}

function changeOf({ type }: Field, old: string | null, now: string | null): string {
  if (type === 'link') return now === null ? 'withdrawn' : 'new address'
  const text = (value: string) => {
    const day = knownDay(value)
    if (day) return formatDay(day)
    if (!Number.isFinite(Number(value))) return value
    return type.startsWith('rupees') ? formatRupees(Number(value)) : formatNumber(Number(value))
  }
  if (old === null) return now === null ? '' : text(now)
  return now === null ? `${text(old)} withdrawn` : `${text(old)} to ${text(now)}`
}
