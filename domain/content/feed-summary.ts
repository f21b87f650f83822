import { NEW } from '#domain/badge.ts'
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
  const { label } = kind.badge(notice)
  // An entry may be read long after it was new.
  const badge = label === NEW.label ? '' : label
  return [notice.organization, ...dates, badge].filter((part) => part?.trim()).join(' · ')
}
