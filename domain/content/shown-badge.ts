import { CLOSED, NEW, type Badge } from '#domain/badge.ts'
import { daysBetween, indianDay, knownDay, type Day } from '#domain/dates.ts'
import { NEW_DAYS } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'
import { firstText, type NoticeCard } from './notice.ts'

type BadgedNotice = Pick<NoticeCard, 'status' | 'posted_at'> & Partial<NoticeCard>

/**
 * @returns the badge of a notice on a day: 'Closed' in place of 'New' once one can no longer apply, and null for one
 *   that would be 'New' but is posted long ago. Source: docs/behaviour/notices.md#badges
 */
export function shownBadge(kind: ContentKind, notice: BadgedNotice, today: Day): Badge | null {
  const badge = kind.badge(notice)
  if (badge.label !== NEW.label) return badge
  const lastDay = kind.application ? knownDay(firstText(notice, kind.application.end)) : null
  if (lastDay !== null && lastDay < today) return CLOSED
  return daysBetween(indianDay(notice.posted_at), today) >= NEW_DAYS ? null : badge
}
