import { FAILURE } from '#domain/messages.ts'

/** A link to the page's own address loads it again. */
const THIS_ADDRESS = ''

/** Stands above what is shown when something could not be read; the page tries again by itself, too. */
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

/** Stands above the home page at an address that does not exist. */
export function NoSuchPageLine() {
  return <p className="no-such-page">{FAILURE.noSuchPage}</p>
}
