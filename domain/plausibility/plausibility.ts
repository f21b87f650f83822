import { agesUpsideDown } from './ages.ts'
import { endBeforeStart, examBeforeLastDay, feeOutsideWindow } from './date-order.ts'
import { distantDates } from './distant-dates.ts'
import { deadLinks, unofficialLinks } from './links.ts'
import { passedEnd } from './passed-end.ts'
import { postsDiffer } from './posts.ts'
import { similarTitles } from './similar-titles.ts'
import { titleYear } from './title-year.ts'
import type { JudgedNotice, Rule, Warning } from './warning.ts'

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
