import { SESSION } from '#domain/admin/messages.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { askToSignIn, hasUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import { SIGN_IN_PATH, signInHints } from '#app/admin/session/redirect.ts'
import { useAdminState } from '#app/admin/session/session.ts'
import { AdminShell } from './admin-shell.tsx'

/** Renders the pages of the admin only after the database has confirmed that the user is an admin. */
export default function AdminLayout() {
  const state = useAdminState()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [wasAdmin, setWasAdmin] = useState(false)
  if (state.kind === 'admin' && !wasAdmin) setWasAdmin(true)

  const leave = useEffectEvent(() => {
    const isByChoice = state.kind === 'signed-out' && state.byChoice
    if (wasAdmin && !isByChoice && hasUnsavedWork()) void askToSignIn()
    else void navigate(SIGN_IN_PATH, { replace: true, state: signInHints(state, pathname + search) })
  })
  useEffect(() => {
    if (state.kind === 'signed-out' || state.kind === 'not-admin') leave()
  }, [state])

  return wasAdmin ? (
    <AdminShell>
      <Outlet />
    </AdminShell>
  ) : (
    <Checking />
  )
}

/** Source: docs/behaviour/admin.md#checking-the-session. */
function Checking() {
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
