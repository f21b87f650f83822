import { capitalized } from '#domain/capitalized.ts'
import { relativeDay, type Day } from '#domain/dates.ts'
import { formatNumber, formatRupees } from '#domain/numbers.ts'
import type { ContentKind } from './content-kind.ts'
import { isLastDate } from './last-date.ts'
import { noticeApplication } from './notice-application.ts'
import { datesAhead, noticeDates } from './notice-dates.ts'
import { noticeFees } from './notice-fees.ts'
import type { Notice } from './notice.ts'

/** Dates that are named besides the last date. */
const DATES = 2

/**
 * The text for a group of a messenger: what it is, its posts, its last date, its fee, and where to read on.
 *
 * @param url address of the notice
 * @returns lines of plain text; the title between asterisks, as WhatsApp writes bold. Source:
 *   docs/behaviour/sharing.md#text-for-groups
 */
export function shareText(kind: ContentKind, notice: Notice, { today, url }: { today: Day; url: string }): string {
  const fees = noticeFees(kind, notice)
  const lines = [
    `*${plain(notice.title)}*`,
    notice.organization && plain(notice.organization.name),
    stateLine(kind, notice, today),
    typeof notice.total_posts === 'number' && `Posts: ${formatNumber(notice.total_posts)}`,
    ...dateLines(kind, notice, today),
    fees.length > 0 && `Fee: ${fees.map(({ label, amount }) => `${label} ${formatRupees(amount)}`).join(', ')}`,
  ]
  return [...lines.filter(Boolean), '', url].join('\n')
}

function stateLine(kind: ContentKind, notice: Notice, today: Day): string | null {
  const application = noticeApplication(kind, notice, today)
  if (application) return application.label
  const { label } = kind.badge(notice)
  return ['Out', 'Soon'].includes(label) ? `${capitalized(kind.singular)} ${label.toLowerCase()}` : null
}

/** The last date in bold, also when it is over, and what comes next. */
function dateLines(kind: ContentKind, notice: Notice, today: Day): string[] {
  const last = noticeDates(kind, notice).find(({ field }) => isLastDate(kind, field))
  const next = datesAhead(kind, notice, today).filter(({ field }) => field !== last?.field)
  return [
    ...(last?.day ? [`Last date: *${last.text}* (${relativeDay(last.day, today)})`] : []),
    ...next.slice(0, DATES).map(({ label, text }) => `${label}: ${text}`),
  ]
}

/** Messengers read these characters as marks, and bold ends with its line. */
function plain(text: string): string {
  return text
    .replaceAll(/[*_~`]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
