import { Link } from 'react-router'
import { ADMIN_START, NOT_FOUND } from '#domain/admin/messages.ts'
import type { Route } from './+types/admin-not-found.ts'
import { adminMeta } from './admin-meta.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, NOT_FOUND.title)
}

/** Page for an unknown path of the admin. */
export function AdminNotFound() {
  return (
    <div className="admin-empty">
      <h1 tabIndex={-1}>{NOT_FOUND.heading}</h1>
      <p>{NOT_FOUND.hint}</p>
      <Link className="button primary" to="/admin">
        {ADMIN_START}
      </Link>
    </div>
  )
}

export default AdminNotFound
