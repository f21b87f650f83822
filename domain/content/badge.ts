import { daysBetween, indianDay, knownDay, type Day } from '#domain/dates.ts'
import { NEW_DAYS } from '#domain/limits.ts'
import { outsideLink } from '#domain/stored-file.ts'
import type { ContentKind } from './content-kind.ts'
import type { NoticeCard } from './notice.ts'
import { firstText } from './notice-columns.ts'

export type BadgeStyle = 'start' | 'date-extend' | 'out' | 'soon' | 'new' | 'closed' | 'external-link' | 'document'

export interface Badge {
  label: string
  /** CSS class of the badge. */
  style: BadgeStyle
}

const HIGHLIGHTED: Record<string, Badge> = {
  out: { label: 'Out', style: 'out' },
  soon: { label: 'Soon', style: 'soon' },
  start: { label: 'Start', style: 'start' },
  'date-extend': { label: 'Date Extend', style: 'date-extend' },
}
export const NEW: Badge = { label: 'New', style: 'new' }
const CLOSED: Badge = { label: 'Closed', style: 'closed' }

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

/** @returns the status as a style class: 'Date Extend' is `date-extend` */
export function statusClass(status: string | null): string {
  return (status ?? '').trim().toLowerCase().replace(/\s+/g, '-')
}

/**
 * Badge of kinds whose default label is 'New'.
 *
 * @param highlighted the labels among HIGHLIGHTED that the kind shows; all others are 'New'. Source: docs/behaviour/notices.md#badges
 */
export function statusBadge(status: string | null, highlighted: string[]): Badge {
  const badge = HIGHLIGHTED[statusClass(status)]
  return badge && highlighted.includes(badge.label) ? badge : NEW
}

/**
 * Results always read 'Out'; the style is `out` only when the status is Out.
 * Source: docs/behaviour/notices.md#badges.
 */
export function resultBadge(status: string | null): Badge {
  return { label: 'Out', style: statusClass(status) === 'out' ? 'out' : 'new' }
}

/** Answer keys always read 'Out'. */
export function answerKeyBadge(): Badge {
  return { label: 'Out', style: 'out' }
}

/** A document that leads out of the site says so. Source: docs/behaviour/public-pages.md#where-a-card-leads. */
export function documentBadge(documentUrl: string | null | undefined): Badge {
  return outsideLink(documentUrl)
    ? { label: 'External Link', style: 'external-link' }
    : { label: 'Document', style: 'document' }
}
