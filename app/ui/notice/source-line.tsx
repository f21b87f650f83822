import { WholeDays } from '#app/ui/whole-days.tsx'
import { reportPath } from '#domain/content/report-path.ts'
import { dayAndTime, formatDay, indianDay } from '#domain/dates.ts'
import { REPORT } from '#domain/mistake-report.ts'
import { outsideLink } from '#domain/stored-file.ts'
import type { NoticeSectionProps } from './notice-section-props.ts'

/**
 * Where the dates come from, when they were compared with that and last changed, and where to report a mistake.
 * Source: docs/behaviour/reports.md#official-source-and-last-check
 */
export function SourceLine({ kind, notice }: NoticeSectionProps) {
  const source = outsideLink(notice.notification_link) ?? outsideLink(notice.official_website)
  const website = source ?? outsideLink(notice.organization?.website_url)
  const checked = notice.checked_at && indianDay(notice.checked_at)
  return (
    <p className="source-line">
      {website && (
        <span>
          Official source:{' '}
          <a href={website.href} rel="noopener noreferrer nofollow">
            {website.host}
          </a>
        </span>
      )}
      {checked && (
        <span>
          <WholeDays text={`Last checked on ${formatDay(checked)}`} />
        </span>
      )}
      <span>
        <WholeDays text={`Last updated ${dayAndTime(notice.updated_at)}`} />
      </span>
      <a href={reportPath(kind, notice.slug)}>{REPORT.title}</a>
    </p>
  )
}
