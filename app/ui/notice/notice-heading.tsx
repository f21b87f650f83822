import { BadgeMark } from '#app/ui/badge.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { OrganizationLine } from '#app/ui/organization-line.tsx'
import { StoredText } from '#app/ui/stored-text.tsx'
import { WholeDays } from '#app/ui/whole-days.tsx'
import { shownBadge } from '#domain/content/badge.ts'
import { dayAndTime, formatDay, indianDay } from '#domain/dates.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'
import { titleSize } from './title-size.ts'

export function NoticeHeading({ kind, notice, today, siteUrl }: NoticeSectionProps & { siteUrl: string }) {
  const trail = [
    { label: 'Home', href: '/' },
    { label: kind.label, href: kind.listPath },
  ]
  return (
    <header className="notice-heading">
      <Breadcrumb trail={trail} />
      <h1 tabIndex={-1} className={titleSize(notice.title)}>
        <StoredText text={notice.title} />
      </h1>
      {notice.organization && <OrganizationLine organization={notice.organization} siteUrl={siteUrl} />}
      <p className="posted">
        <BadgeMark badge={shownBadge(kind, notice, today)} status={notice.status} />
        <span>
          <WholeDays text={`Posted ${formatDay(indianDay(notice.posted_at))}`} />
          {notice.updated_at > notice.posted_at && <WholeDays text={`, updated ${dayAndTime(notice.updated_at)}`} />}
        </span>
      </p>
    </header>
  )
}
