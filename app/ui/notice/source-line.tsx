import type { Notice } from '#domain/content/notice.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { outsideLink } from '#domain/stored-file.ts'

/** When the notice was last changed, and which official source it was taken from. */
export function SourceLine({ notice }: { notice: Notice }) {
  const source = outsideLink(notice.notification_link) ?? outsideLink(notice.official_website)
  const website = source ?? outsideLink(notice.organization?.website_url)
  return (
    <p className="source-line">
      <span>
        Last updated <time dateTime={htmlTimestamp(notice.updated_at)}>{dayAndTime(notice.updated_at)}</time>
      </span>
      {website && (
        <span>
          Official source:{' '}
          <a href={website.href} rel="noopener noreferrer nofollow">
            {website.host} <small>(external official link)</small>
          </a>
        </span>
      )}
    </p>
  )
}
