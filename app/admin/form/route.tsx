import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { NOT_FOUND } from '#domain/admin/messages.ts'
import { tabOfSlug } from '#domain/admin/tabs.ts'
import type { Route } from './+types/route.ts'
import { isRecordId, loadRecord, NEW } from './load-record.ts'
import { ChoicesProvider } from './references/choices.tsx'
import { RecordPage } from './record-page.tsx'

export function meta({ matches, params }: Route.MetaArgs) {
  const tab = tabOfSlug(params.tab)
  const isForm = tab && (params.id === NEW || isRecordId(params.id))
  return adminMeta(matches, isForm ? `${params.id === NEW ? 'New' : 'Edit'} ${tab.singular}` : NOT_FOUND.title)
}

export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  return loadRecord(params.tab, params.id, new URL(request.url).searchParams)
}

/** The record of an open form is not read again after a change of rows in a table, or after a save that changes the address. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction === undefined && defaultShouldRevalidate
}

export { Opening as HydrateFallback } from '#app/admin/layout/opening.tsx'

/** The form of a record: /admin/jobs/new and /admin/jobs/17 are one route, because a save changes the address. */
export default function FormRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotFound />
  return (
    <ChoicesProvider key={loaderData.tab.table}>
      <RecordPage data={loaderData} />
    </ChoicesProvider>
  )
}
