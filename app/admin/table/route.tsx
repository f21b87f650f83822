import { useParams } from 'react-router'
import { ADMIN_TABS, tabOfSlug } from '#domain/admin/tabs.ts'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'

export default function TableRoute() {
  const { tab: slug } = useParams()
  const tab = slug === undefined ? ADMIN_TABS[0] : tabOfSlug(slug)
  return tab ? <h1 tabIndex={-1}>{tab.label}</h1> : <AdminNotFound />
}
