import { data, useParams } from 'react-router'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { NOT_FOUND } from '#domain/admin/messages.ts'
import { ADMIN_TABS, tabOfSlug } from '#domain/admin/tabs.ts'
import type { Route } from './+types/route.ts'
import { changeRows, type RowsRequest } from './change-rows.ts'
import { loadTable } from './load-table.ts'
import { TablePage } from './table-page.tsx'
import { TablePlaceholder } from './table-placeholder.tsx'

/** /admin without a tab shows the first one. */
const tabOf = ({ tab }: { tab?: string }) => (tab === undefined ? ADMIN_TABS[0] : tabOfSlug(tab))

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, tabOf(params)?.label ?? NOT_FOUND.title)
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const tab = tabOf(params)
  return tab ? loadTable(tab, new URL(request.url).searchParams) : null
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const tab = tabOf(params)
  if (!tab) throw data(null, { status: 404 })
  return changeRows(tab, (await request.json()) as RowsRequest)
}

export function HydrateFallback() {
  const tab = tabOf(useParams())
  return tab ? <TablePlaceholder tab={tab} /> : <AdminNotFound />
}

export default function TableRoute({ loaderData: loaded, params }: Route.ComponentProps) {
  const tab = tabOf(params)
  return tab && loaded ? <TablePage key={tab.table} tab={tab} loaded={loaded} /> : <AdminNotFound />
}
