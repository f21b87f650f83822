import { OFFLINE } from '#domain/offline-messages.ts'

/** A link to the current address, which reloads the page without scripts. */
const THIS_ADDRESS = ''

/**
 * Shown at the address of a page that could not be fetched. The service worker changes this HTML: it hides the text for
 * the other cause (`data-variant`) and fills the list with the saved pages.
 */
export function OfflinePage({ siteName }: { siteName: string }) {
  return (
    <div className="offline-page" data-retry="">
      <div data-variant="offline">
        <h1>{OFFLINE.heading}</h1>
        <p className="lede">{OFFLINE.explanation}</p>
      </div>
      <div data-variant="unreachable" hidden>
        <h1>{OFFLINE.cannotBeReached(siteName)}</h1>
        <p className="lede">{OFFLINE.retries}</p>
      </div>
      <a className="button primary" href={THIS_ADDRESS}>
        {OFFLINE.retry}
      </a>
      <section aria-labelledby="saved-pages">
        <h2 id="saved-pages">{OFFLINE.savedPages}</h2>
        <p>{OFFLINE.savedPagesAge}</p>
        <ul className="saved-pages" />
      </section>
    </div>
  )
}
