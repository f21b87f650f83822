import { statusClass } from '#domain/content/badge.ts'
import { formatDay } from '#domain/dates.ts'
import { lastDay } from './application-dates.ts'
import { endBeforeStart, examBeforeLastDay, feeOutsideWindow } from './date-order.ts'
import { distantDates } from './distant-dates.ts'
import { deadLinks, unofficialLinks } from './links.ts'
import { PLAUSIBILITY } from './messages.ts'
import { postsDiffer } from './posts.ts'
import { similarTitles } from './similar-titles.ts'
import { titleYear } from './title-year.ts'
import type { JudgedNotice, Rule, Warning } from './warning.ts'

/** Statuses that say that one can apply. */
const OPEN = ['active', 'start', 'date-extend']

/** The last day has passed in India, and the status says that one can apply. Source: docs/behaviour/plausibility.md#state */
const passedEnd: Rule = (notice) => {
  const { kind, row, today } = notice
  const status = row.status ?? ''
  if (!kind.application || !OPEN.includes(statusClass(status))) return []
  const end = lastDay(notice)
  if (!end || end.day >= today) return []
  return [{ field: end.column, message: PLAUSIBILITY.passed(`${end.label} (${formatDay(end.day)})`, status) }]
}

/** The minimum age is above the maximum. Source: docs/behaviour/plausibility.md#numbers */
const agesUpsideDown: Rule = ({ fields, row }) => {
  const { age_min: least, age_max: most } = row
  const isWrong = 'age_max' in fields && typeof least === 'number' && typeof most === 'number' && most < least
  return isWrong ? [{ field: 'age_max', message: PLAUSIBILITY.ages(least, most) }] : []
}

const RULES: readonly Rule[] = [
  titleYear,
  similarTitles,
  endBeforeStart,
  feeOutsideWindow,
  examBeforeLastDay,
  distantDates,
  passedEnd,
  agesUpsideDown,
  postsDiffer,
  unofficialLinks,
  deadLinks,
]

/**
 * Judges a notice before it is published, typed or imported. Nothing that it warns of prevents storing.
 * Source: docs/behaviour/plausibility.md#in-forms
 *
 * @returns warnings in the order of the form
 */
export function warningsOf(notice: JudgedNotice): Warning[] {
  const columns = Object.keys(notice.fields)
  return RULES.flatMap((rule) => rule(notice)).toSorted((a, b) => columns.indexOf(a.field) - columns.indexOf(b.field))
}

/** @returns the warnings that are not among those of an earlier version: the same ones about the same values */
export function newWarnings(warnings: readonly Warning[], earlier: readonly Warning[]): Warning[] {
  return warnings.filter(({ field, message }) => !earlier.some((old) => old.field === field && old.message === message))
}
