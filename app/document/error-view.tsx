import { Icon } from '#app/ui/icon.tsx'
import { APPLICATION_ERROR } from '#domain/messages.ts'

/** A link to the page's own address, which reloads it. */
const THIS_ADDRESS = ''

/** Shown when rendering a page has failed. */
export function ErrorView() {
  return (
    <div className="error-page">
      <Icon name="closed" />
      <h1 tabIndex={-1}>{APPLICATION_ERROR}</h1>
      <p>Something went wrong on this page. Loading it again often helps.</p>
      <div className="button-row">
        <a className="button primary" href={THIS_ADDRESS}>
          Load again
        </a>
        <a className="button" href="/">
          Go to the home page
        </a>
      </div>
    </div>
  )
}
