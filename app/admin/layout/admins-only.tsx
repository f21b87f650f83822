import { ADMINS_ONLY } from '#domain/admin/messages.ts'
import { AdminIcon } from './admin-icon.tsx'

/** In place of a page that editors may not use. */
export function AdminsOnly() {
  return (
    <div className="admin-empty">
      <AdminIcon name="staff" />
      <h1 tabIndex={-1}>{ADMINS_ONLY.heading}</h1>
      <p>{ADMINS_ONLY.hint}</p>
    </div>
  )
}
