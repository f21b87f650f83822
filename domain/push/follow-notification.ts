import type { ContentKind, ContentTable } from '#domain/content/content-kind.ts'
import { noticeDates } from '#domain/content/notice-dates.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { kindOfTable } from '#domain/content/registry.ts'
import { PUSH_BODY_MAX } from './limits.ts'
import type { FollowedEvent, FollowNotification } from './followed-event.ts'
import { cut, newNoticeText, notificationAbout } from './notification-draft.ts'

/** Dates that a notification of a new notice says. */
const datesShown = 2

/**
 * Says what happened, in the words and dates of the notice.
 * Source: docs/behaviour/following.md#what-a-notification-says
 * @returns null when there is nothing to say: a date was changed back, or one that no page shows
 */
export function followNotification(followed: FollowedEvent): ReturnType<FollowNotification> {
  const kind = kindOfTable(followed.table as ContentTable)
  const notice = followed.notice as NoticeCard
  const body = bodyOf(kind, notice, followed)
  return body === null ? null : { ...notificationAbout(kind.table, notice), body: cut(body, PUSH_BODY_MAX) }
}

function bodyOf(kind: ContentKind, notice: NoticeCard, { event, before }: FollowedEvent) {
  if (event === 'corrections') return corrections(kind, notice, before ?? {})
  if (event === 'two_days') return `Reminder: ${lastDate(kind, notice)}.`
  if (event === 'four_hours') return `4 hours left: ${lastDate(kind, notice)}, until midnight.`
  const dates = noticeDates(kind, notice)
    .filter(({ day }) => day)
    .toSorted((one, other) => Number(other.deadline) - Number(one.deadline))
    .slice(0, datesShown)
  return `${[newNoticeText(kind), ...dates.map(({ label, text }) => `${label}: ${text}`)].join('. ')}.`
}

function lastDate(kind: ContentKind, notice: NoticeCard): string {
  const rows = noticeDates(kind, notice).filter(({ day }) => day)
  const row = rows.find(({ deadline }) => deadline) ?? rows.find(({ field }) => field.includes('end_date'))
  return row ? `${row.label} is ${row.text}` : 'the last date is near'
}

function corrections(kind: ContentKind, notice: NoticeCard, before: Record<string, string | null>): string | null {
  const earlier = noticeDates(kind, { ...notice, ...before })
  const now = noticeDates(kind, notice)
  const changed = now.flatMap(({ label, field, text }) => {
    const old = earlier.find((row) => row.field === field)
    if (old?.text === text) return []
    return [`${label}: ${text}${old?.day ? ` (was ${old.text})` : ''}`]
  })
  const removed = earlier.filter(({ field }) => !now.some((row) => row.field === field))
  const lines = [...changed, ...removed.map(({ label, text }) => `${label}: not stated any more (was ${text})`)]
  return lines.length > 0 ? `Corrected. ${lines.join('. ')}.` : null
}
