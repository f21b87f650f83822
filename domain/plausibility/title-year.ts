import { PLAUSIBILITY } from './messages.ts'
import { dayIn, type JudgedNotice, type Rule } from './warning.ts'

/** A year, with the last digits of the next one after a hyphen or slash: '2026-27'. */
const YEAR = /(?<![\d.,])(20\d\d)(?:\s*[-–/]\s*(?:20)?(\d\d)(?!\d))?(?![\d,a-z])/gi

/** Years that an exam may be older than its result. */
const OLDEST_EXAM = 2

/**
 * The title of a notice with dates names no year, or only years that do not suit the dates. Exams have the year in which
 * they are held, so that applications in the second half of a year may be for the next one, and what follows an exam may
 * be of a later year. Source: docs/behaviour/plausibility.md#title
 */
export const titleYear: Rule = (notice) => {
  const { kind, row } = notice
  const title = row.title?.trim() ?? ''
  if (kind.dates.length === 0 || !title) return []
  const named = yearsIn(title)
  if (named.length === 0) return [{ field: 'title', message: PLAUSIBILITY.noYear }]
  const { first, last } = suitableYears(notice)
  if (named.some((year) => year >= first && year <= last)) return []
  return [{ field: 'title', message: PLAUSIBILITY.otherYear(named.join(', '), yearsOfDates(notice).join(', ')) }]
}

/** @returns the years that a title names, in any digits, each once */
function yearsIn(title: string): number[] {
  const digits = title.normalize('NFKC').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
  const years = [...digits.matchAll(YEAR)].flatMap(([, year, next]) => {
    const isNext = next !== undefined && Number(next) === (Number(year) + 1) % 100
    return isNext ? [Number(year), Number(year) + 1] : [Number(year)]
  })
  return [...new Set(years)]
}

function suitableYears(notice: JudgedNotice): { first: number; last: number } {
  const days = daysOf(notice)
  const newest = days.at(-1) ?? notice.today
  const isForNextYear = newest.slice(5) >= '07'
  const oldest = yearOf(days[0] ?? notice.today)
  return {
    first: oldest - (notice.kind.application ? 0 : OLDEST_EXAM),
    last: yearOf(newest) + (isForNextYear ? 1 : 0),
  }
}

function yearsOfDates(notice: JudgedNotice): number[] {
  const days = daysOf(notice)
  return [...new Set((days.length > 0 ? days : [notice.today]).map(yearOf))]
}

/** @returns the days of the notice in their order; the day for which an age is counted is often of another year */
function daysOf(notice: JudgedNotice): string[] {
  const columns = Object.keys(notice.fields).filter((column) => !column.startsWith('age_'))
  return columns.flatMap((column) => dayIn(notice, column) ?? []).toSorted()
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}
