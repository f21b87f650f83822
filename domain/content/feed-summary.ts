import { formatDay, knownDay } from '#domain/dates.ts'
import { firstText, type NoticeFacts } from './notice.ts'
import { kindOfTable } from './registry.ts'

/** @returns the summary for feed readers: 'SSC · Last date: 24-11-2026 · Date Extend' */
export function feedSummary(notice: NoticeFacts): string {
  const kind = kindOfTable(notice.table)
  const dates = kind.facts
    .filter(({ show }) => show === 'date')
    .flatMap(({ label, fields }) => {
      const day = knownDay(firstText(notice, fields))
      return day ? [`${label}: ${formatDay(day)}`] : []
    })
  return [notice.organization, ...dates, kind.badge(notice).label].filter((part) => part?.trim()).join(' · ')
}
