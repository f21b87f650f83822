import type { ContentKind } from '#domain/content/content-kind.ts'
import { isLastDate } from '#domain/content/last-date.ts'
import { datesAhead } from '#domain/content/notice-dates.ts'
import type { Correction, NoticeCard } from '#domain/content/notice.ts'
import { daysBetween, formatDay, knownDay, type Day } from '#domain/dates.ts'
import { PUSH_BODY_MAX } from './limits.ts'
import { cut, newNoticeText } from './notification-draft.ts'

interface SuggestedFor {
  /** The notice by column. */
  notice: NoticeCard
  today: Day
  /** Its corrections, the newest first. */
  corrections?: readonly Correction[]
}

/**
 * Messages of a notification about a notice, from its own dates: that its last date was changed, that it is out, and each
 * date from today on, deadlines first. Source: docs/behaviour/push.md#suggested-texts
 *
 * @returns at least one, the most useful first: 'Last date extended to 17-11-2026 (was 10-11-2026)', 'Last date
 *   17-11-2026 (in 3 days)', 'Admit card is out. Exam date 12-01-2027 (in 50 days)'
 */
export function suggestedTexts(kind: ContentKind, { notice, today, corrections = [] }: SuggestedFor): string[] {
  const dates = datesAhead(kind, notice, today)
    .toSorted((one, other) => Number(other.deadline) - Number(one.deadline))
    .map(({ label, day, text }) => `${shortened(label)} ${text} (${inDays(today, day)})`)
  const out = [newNoticeText(kind), ...dates.slice(0, 1)].join('. ')
  const corrected = correctedText(kind, corrections)
  // Readers of a job want its last date; readers of a result, that it is out.
  const usual = kind.application && dates.length > 0 ? [...dates, out] : [out, ...dates]
  return [...new Set([...corrected, ...usual])].map((text) => cut(text, PUSH_BODY_MAX))
}

function correctedText(kind: ContentKind, corrections: readonly Correction[]): string[] {
  const newest = corrections.find(({ field }) => isLastDate(kind, field))
  const [before, now] = [knownDay(newest?.old), knownDay(newest?.new)]
  if (!before || !now) return []
  return [`Last date ${now > before ? 'extended' : 'changed'} to ${formatDay(now)} (was ${formatDay(before)})`]
}

/** 'Last date to apply' is 'Last date', which fits on a phone. */
function shortened(label: string): string {
  return label.replace(/^Last date to apply$/, 'Last date')
}

function inDays(today: Day, day: Day): string {
  const days = daysBetween(today, day)
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
}
