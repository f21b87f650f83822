import { ADMINS_ONLY, SESSION } from '#domain/admin/messages.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { data, Outlet, useLocation, useNavigate } from 'react-router'
import { askToSignIn, hasUnsavedWork, ownerOfUnsavedWork } from '#app/admin/session/unsaved-work.ts'
import { SIGN_IN_PATH, signInHints } from '#app/admin/session/redirect.ts'
import { useAdminState } from '#app/admin/session/session.ts'
import { NEW, isRecordId } from '#app/admin/form/load-record.ts'
import { adminContext } from '#app/admin/site-context.ts'
import { useSite } from '#app/admin/use-site.ts'
import type { SiteSettings } from '#app/data/site-settings.ts'
import { tabOfSlug } from '#domain/admin/tabs.ts'
import type { Route } from './+types/route.ts'
import { AdminIcon } from './admin-icon.tsx'
import { AdminShell } from './admin-shell.tsx'
import { listedTabs } from './listed-tabs.ts'

/** The document of an unknown address has the status 404. Source: docs/behaviour/admin.md#unknown-addresses */
export function loader({ request, context }: Route.LoaderArgs) {
  return data(null, {
    status: isAddress(withoutSlash(new URL(request.url).pathname), context.get(adminContext).site) ? 200 : 404,
  })
}

/** Nothing is asked of the server when another page is opened. */
export const clientLoader = () => null

/** The router matches an address with a slash at its end as well. */
function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '')
}

function isAddress(path: string, site: SiteSettings): boolean {
  const [, tab = '', id] = /^\/admin\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (id !== undefined) return tabOfSlug(tab) !== undefined && (id === NEW || isRecordId(id))
  return path === '/admin' || listedTabs(site).some((listed) => listed.path === path)
}

/** Renders the pages of the admin only after the database has confirmed that the user is an admin. */
export default function AdminLayout() {
  const state = useAdminState()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [wasAdmin, setWasAdmin] = useState(false)
  if (state.kind === 'staff' && !wasAdmin) setWasAdmin(true)

  const leave = useEffectEvent(() => {
    const isByChoice = state.kind === 'signed-out' && state.byChoice
    if (wasAdmin && !isByChoice && hasUnsavedWork()) void askToSignIn(ownerOfUnsavedWork())
    else void navigate(SIGN_IN_PATH, { replace: true, state: signInHints(state, pathname + search) })
  })
  useEffect(() => {
    if (state.kind !== 'checking' && state.kind !== 'staff') leave()
  }, [state])

  return wasAdmin ? (
    <AdminShell>
      <Permitted />
    </AdminShell>
  ) : (
    <Checking />
  )
}

/** The database refuses what an editor may not do; this only says so before it is tried. */
function Permitted() {
  const { pathname } = useLocation()
  const tab = listedTabs(useSite().site).find(({ path }) => path === withoutSlash(pathname))
  const state = useAdminState()
  // After the end of a session its page stays as long as there is unsaved work.
  const isEditor = state.kind === 'staff' && state.role === 'editor'
  return isEditor && tab?.isForAdmins ? <AdminsOnly /> : <Outlet />
}

/** In place of a page that editors may not use. */
function AdminsOnly() {
  return (
    <div className="admin-empty">
      <AdminIcon name="staff" />
      <h1 tabIndex={-1}>{ADMINS_ONLY.heading}</h1>
      <p>{ADMINS_ONLY.hint}</p>
    </div>
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
