import { useParams } from 'react-router'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { tabOfSlug } from '#domain/admin/tabs.ts'

export default function NewRoute() {
  const tab = tabOfSlug(useParams()['tab'] ?? '')
  return tab ? <h1 tabIndex={-1}>New {tab.singular}</h1> : <AdminNotFound />
}
