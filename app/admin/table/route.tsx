import { useParams } from 'react-router'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { ADMIN_TABS, tabOfSlug } from '#domain/admin/tabs.ts'
import type { Route } from './+types/route.ts'
import { TablePage } from './table-page.tsx'

/** /admin without a tab shows the first one. */
const tabOf = (slug: string | undefined) => (slug === undefined ? ADMIN_TABS[0] : tabOfSlug(slug))

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, tabOf((params as { tab?: string }).tab)?.label ?? 'Back office')
}

export default function TableRoute() {
  const tab = tabOf(useParams()['tab'])
  return tab ? <TablePage key={tab.table} tab={tab} /> : <AdminNotFound />
}
