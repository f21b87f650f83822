import { useNavigation } from 'react-router'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { EmptyList } from '#app/admin/layout/empty-list.tsx'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { firstRows, rowsOf, type FirstRows } from '#app/admin/table/first-rows.ts'
import { MoreRowsByAddress } from '#app/admin/table/more-rows.tsx'
import { fetchActivity, fetchPeople, type Activity } from '#app/data/history.ts'
import { ACTIVITY } from '#domain/admin/history-messages.ts'
import { ACTIVITY_ROWS } from '#domain/limits.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { ActivityFilterForm } from './activity-filter-form.tsx'
import { filtersIn } from './filters.ts'
import { undo, type UndoRequest } from './undo.ts'
import { acts } from './acts.ts'

interface ActivityData extends FirstRows<Activity> {
  people: { id: string; name: string }[]
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, ACTIVITY.label)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const filters = filtersIn(searchParams)
  return load(ACTIVITY.label, async (client): Promise<ActivityData> => {
    const people = fetchPeople(client)
    const rows = firstRows<Activity>(rowsOf(searchParams, ACTIVITY_ROWS), (page) =>
      fetchActivity(client, filters, page),
    )
    const [named, read] = await Promise.all([people, rows])
    return { ...read, people: named }
  })
}

/** Undoes an act. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  return undo((await request.json()) as UndoRequest)
}

export function HydrateFallback() {
  return <ActivityPage />
}

export default function ActivityRoute({ loaderData }: Route.ComponentProps) {
  return <ActivityPage loaded={loaderData} />
}

/** Who changed what, the newest first. Source: docs/behaviour/history.md#in-the-admin */
function ActivityPage({ loaded }: { loaded?: Loaded<ActivityData> }) {
  const { rows, hasMore, people } = useLastValue(loaded) ?? { rows: null, hasMore: false, people: [] }
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      <PageHead label={ACTIVITY.label} loaded={loaded} />
      <ActivityFilterForm people={people} />
      <ol className="activity" aria-label={ACTIVITY.label} aria-busy={rows === null || isLoading}>
        {rows && acts(rows).map((act) => <ActivityEntry key={act[0].id} changes={act} />)}
      </ol>
      {rows?.length === 0 && (
        <EmptyList icon="activity" heading={ACTIVITY.none}>
          <p>{ACTIVITY.noneHint}</p>
        </EmptyList>
      )}
      {hasMore && (
        <MoreRowsByAddress step={ACTIVITY_ROWS} hasFailed={loaded?.problem != null}>
          {formatNumber(rows?.length ?? 0)}
        </MoreRowsByAddress>
      )}
    </>
  )
}
