import { NEW, type Badge } from '#domain/badge.ts'
import { daysBetween, indianDay, knownDay, type Day } from '#domain/dates.ts'
import { NEW_DAYS } from '#domain/limits.ts'
import type { ContentKind } from './content-kind.ts'
import { firstText, type NoticeCard } from './notice.ts'

type BadgedNotice = Pick<NoticeCard, 'status' | 'posted_at'> & Partial<NoticeCard>

/**
 * @returns the badge of a notice on a day; null for one that would be 'New', but is posted long ago or closed.
 *   Source: docs/behaviour/notices.md#badges
 */
export function shownBadge(kind: ContentKind, notice: BadgedNotice, today: Day): Badge | null {
  const badge = kind.badge(notice)
  if (badge.label !== NEW.label) return badge
  const lastDay = kind.application ? knownDay(firstText(notice, kind.application.end)) : null
  const isClosed = lastDay !== null && lastDay < today
  return isClosed || daysBetween(indianDay(notice.posted_at), today) >= NEW_DAYS ? null : badge
}
