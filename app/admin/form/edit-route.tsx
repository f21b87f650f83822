import { useParams } from 'react-router'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { tabOfSlug } from '#domain/admin/tabs.ts'

export default function EditRoute() {
  const tab = tabOfSlug(useParams()['tab'] ?? '')
  return tab ? <h1 tabIndex={-1}>Edit {tab.singular}</h1> : <AdminNotFound />
}
