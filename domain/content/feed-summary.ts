import { NEW } from '#domain/content/badge.ts'
import { formatDay, knownDay } from '#domain/dates.ts'
import { correctedValues } from './corrected-values.ts'
import { isLastDate } from './last-date.ts'
import type { NoticeFacts } from './notice.ts'
import { firstText } from './notice-columns.ts'
import { kindOfTable } from './registry.ts'

/**
 * @returns the summary for feed readers: 'SSC · Last date: 24-11-2026 · Date Extend', with the newest correction of the last
 *   date, if there is one: 'Last date 17-11-2026 to 24-11-2026, corrected on 12-11-2026, source: https://ssc.gov.in'
 */
export function feedSummary(notice: NoticeFacts): string {
  const kind = kindOfTable(notice.table)
  const dates = kind.facts
    .filter(({ show }) => show === 'date')
    .flatMap(({ label, fields }) => {
      const day = knownDay(firstText(notice, fields))
      return day ? [`${label}: ${formatDay(day)}`] : []
    })
  const { label } = kind.badge(notice)
  // An entry may be read long after it was new.
  const badge = label === NEW.label ? '' : label
  return [notice.organization, ...dates, badge, newestCorrection(notice)].filter((part) => part?.trim()).join(' · ')
}

function newestCorrection({ table, corrections = [] }: NoticeFacts): string {
  const kind = kindOfTable(table)
  const ofLastDate = corrections.filter(({ field }) => isLastDate(kind, field)).slice(0, 1)
  const [value] = correctedValues(kind, ofLastDate)
  if (!value) return ''
  const { label, change, day, source } = value
  return `${label} ${change}, corrected on ${formatDay(day)}${source ? `, source: ${source}` : ''}`
}
