import { NOTIFICATIONS_PATH } from '#domain/page-paths.ts'

interface FollowLinkProps {
  /** The table of the notice or recruitment of the page, or lists as 'jobs?state=goa admissions?state=goa'. */
  table: string
  text?: string
}

/**
 * Opens the dialog with what one can follow on a page; without scripts the page of notifications.
 * Source: docs/behaviour/following.md#starting-to-follow
 */
export function FollowLink({ table, text = 'Follow' }: FollowLinkProps) {
  return (
    <a className="button" href={NOTIFICATIONS_PATH} data-follow={table}>
      {text}
    </a>
  )
}
