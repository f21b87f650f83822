import { Icon } from '#app/ui/icon.tsx'
import { ADMIN_START } from '#domain/admin/messages.ts'
import { APPLICATION_ERROR } from '#domain/messages.ts'

/** Error page of the admin. */
export function AdminError({ error }: { error: unknown }) {
  return (
    <main id="main" className="wrap">
      <div className="error-page">
        <Icon name="closed" />
        <h1 tabIndex={-1}>{APPLICATION_ERROR}</h1>
        <p>Something went wrong on this page. Loading it again often helps.</p>
        <div className="button-row">
          <button type="button" className="button primary" onClick={() => location.reload()}>
            Load again
          </button>
          <a className="button" href="/admin">
            {ADMIN_START}
          </a>
        </div>
        {import.meta.env.DEV && <pre>{error instanceof Error ? error.stack : String(error)}</pre>}
      </div>
    </main>
  )
}
