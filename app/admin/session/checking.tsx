import { SESSION } from '#domain/admin/messages.ts'

/** Source: docs/behaviour/admin.md#checking-the-session. */
export function Checking() {
  return (
    <main id="main" className="checking" aria-busy="true" tabIndex={-1}>
      <h1>{SESSION.loading}</h1>
      <output>{SESSION.verifying}</output>
      <noscript>
        <p>The back office needs JavaScript.</p>
      </noscript>
    </main>
  )
}
