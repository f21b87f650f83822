/**
 * Opens the dialog with what one can follow on a page; without scripts the page of notifications.
 * Source: docs/behaviour/following.md#starting-to-follow
 */
export function FollowLink({ table }: { table: string }) {
  return (
    <a className="button" href="/notifications" data-follow={table}>
      Follow
    </a>
  )
}
