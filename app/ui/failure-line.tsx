import { FAILURE } from '#domain/messages.ts'
import { MISSING_PAGE } from '#domain/missing-page.ts'

/** A link to the page's own address, which reloads it. */
const THIS_ADDRESS = ''

/** Shown above a page whose data could not be loaded; a script also retries automatically. */
export function FailureLine({ siteName }: { siteName: string }) {
  return (
    <div className="unreachable" role="alert">
      <p>{FAILURE.unreachable(siteName)}</p>
      <a className="button" href={THIS_ADDRESS}>
        {FAILURE.retry}
      </a>
    </div>
  )
}

/** Shown above the home page at an address that does not exist. */
export function NoSuchPageLine() {
  return <p className="no-such-page">{MISSING_PAGE.noSuch}</p>
}

/** Shown above the home page at the address of a deleted notice. */
export function RemovedLine() {
  return <p className="no-such-page">{MISSING_PAGE.removed}</p>
}
