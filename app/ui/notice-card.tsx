import { cardLink } from '#domain/content/card-link.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard as Card } from '#domain/content/notice.ts'
import { shownBadge } from '#domain/content/badge.ts'
import { cardDate, daysBetween, formatDay, indianDay, knownDay, type Day } from '#domain/dates.ts'
import { LAST_DAYS } from '#domain/limits.ts'
import { LIST } from '#domain/list-messages.ts'
import { TO_BE_ANNOUNCED } from '#domain/messages.ts'
import { BadgeMark } from './badge.tsx'
import { StoredText } from './stored-text.tsx'

/** A card of a list page: one line in aligned columns on wide screens. */
export function NoticeCard({ kind, notice, today }: { kind: ContentKind; notice: Card; today: Day }) {
  const description = notice.description?.trim()
  return (
    <li
      className={indianDay(notice.posted_at) === today ? 'card notice-card fresh' : 'card notice-card'}
      data-id={notice.id}
    >
      <h2>
        <a {...cardLink(kind, notice)}>
          <StoredText text={notice.title} />
        </a>
      </h2>
      {description && (
        <p className="description">
          <StoredText text={description} />
        </p>
      )}
      <p className="meta">
        <time dateTime={indianDay(notice.posted_at)}>{cardDate(notice.posted_at)}</time>
        {kind.lastDateOnCards && <LastDate end={knownDay(notice.apply_end_date)} today={today} />}
      </p>
      <BadgeMark badge={shownBadge(kind, notice, today)} status={notice.status} />
    </li>
  )
}

function LastDate({ end, today }: { end: Day | null; today: Day }) {
  const left = end ? daysBetween(today, end) : null
  return (
    <>
      <span className="last-date">
        {LIST.applyLastDate} <b>{end ? formatDay(end) : TO_BE_ANNOUNCED}</b>
      </span>
      {left !== null && left >= 0 && left <= LAST_DAYS && <span className="days-left">{daysLeft(left)}</span>}
    </>
  )
}

function daysLeft(days: number): string {
  if (days === 0) return 'last day today'
  return days === 1 ? '1 day left' : `${days} days left`
}
