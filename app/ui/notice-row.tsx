import type { ContentKind } from '#domain/content/content-kind.ts'
import type { NoticeCard } from '#domain/content/notice.ts'
import { langOf } from '#domain/text-language.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import { BadgeMark } from './badge.tsx'
import { CardAnchor } from './card-anchor.tsx'
import { NoticeDate } from './notice-date.tsx'

interface NoticeRowProps {
  kind: ContentKind
  notice: NoticeCard
  today: Day
  /** Hidden on phones until the reader asks for all rows. */
  folded?: boolean
}

/** A line of a home section. The whole row is the link. */
export function NoticeRow({ kind, notice, today, folded = false }: NoticeRowProps) {
  const isFresh = indianDay(notice.posted_at) === today
  const classes = ['notice-row', isFresh && 'fresh', folded && 'folded'].filter(Boolean).join(' ')
  return (
    <li className={classes} data-id={notice.id}>
      <CardAnchor kind={kind} notice={notice}>
        <span className="title" lang={langOf(notice.title)}>
          {notice.title}
        </span>
        <span className="meta">
          <NoticeDate moment={notice.posted_at} {...(isFresh && { text: 'Today' })} />
          <BadgeMark badge={kind.badge(notice)} />
        </span>
      </CardAnchor>
    </li>
  )
}
