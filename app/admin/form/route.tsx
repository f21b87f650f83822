import { useParams } from 'react-router'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { tabOfSlug } from '#domain/admin/tabs.ts'
import type { Route } from './+types/route.ts'
import { ChoicesProvider } from './references/choices.tsx'
import { RecordPage } from './record-page.tsx'

/** Path segment in place of the id of a new record. */
const NEW = 'new'

export function meta({ matches, params }: Route.MetaArgs) {
  const tab = tabOfSlug(params.tab)
  return adminMeta(matches, tab ? `${params.id === NEW ? 'New' : 'Edit'} ${tab.singular}` : 'Back office')
}

/** The form of a record: /admin/jobs/new and /admin/jobs/17 are one route, because a save changes the address. */
export default function FormRoute() {
  const { tab: slug = '', id = '' } = useParams()
  const tab = tabOfSlug(slug)
  if (!tab || !(id === NEW || /^[1-9]\d{0,14}$/.test(id))) return <AdminNotFound />
  return (
    <ChoicesProvider key={tab.table}>
      <RecordPage tab={tab} id={id === NEW ? null : Number(id)} />
    </ChoicesProvider>
  )
}
