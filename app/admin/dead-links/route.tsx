import { Link, useFetchers, useSubmit } from 'react-router'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { report } from '#app/admin/feedback/report.ts'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { EmptyList } from '#app/admin/layout/empty-list.tsx'
import { AdminNotFound } from '#app/admin/layout/admin-not-found.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { rowsOf, type FirstRows } from '#app/admin/table/first-rows.ts'
import { MoreRowsByAddress } from '#app/admin/table/more-rows.tsx'
import { useSite } from '#app/admin/use-site.ts'
import { checkLinkNow, fetchDeadLinks, type DeadNotice } from '#app/data/link-checks.ts'
import { LINKS } from '#domain/admin/messages.ts'
import { tabOfTable, tabPath } from '#domain/admin/tabs.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { formatDay, indianDay } from '#domain/dates.ts'
import { DEAD_LINKS } from '#domain/plausibility/limits.ts'
import { linkResult } from '#domain/link-check.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, LINKS.label)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const count = rowsOf(new URL(request.url).searchParams, DEAD_LINKS)
  return load(LINKS.label, async (client): Promise<FirstRows<DeadNotice>> => {
    const rows = await fetchDeadLinks(client, count + 1)
    return { rows: rows.slice(0, count), hasMore: rows.length > count }
  })
}

/** Checks the dead links of a notice again; those that work leave the list. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { links } = (await request.json()) as { links: string[] }
  const failed = (message: string) => `${LINKS.notChecked}: ${message}`
  return report((client) => Promise.all(links.map((link) => checkLinkNow(client, link))), { failed })
}

export function HydrateFallback() {
  return <DeadLinks />
}

export default function DeadLinksRoute({ loaderData }: Route.ComponentProps) {
  return useSite().site.linkChecks ? <DeadLinks loaded={loaderData} /> : <AdminNotFound />
}

/** Public notices with dead links. Source: docs/behaviour/plausibility.md#dead-links */
function DeadLinks({ loaded }: { loaded?: Loaded<FirstRows<DeadNotice>> }) {
  const { rows, hasMore } = useLastValue(loaded) ?? { rows: null, hasMore: false }
  const total = useTabCounts().dead_links
  return (
    <>
      <PageHead label={LINKS.label} total={total} loaded={loaded} />
      <ul className="inbox dead-links" aria-label={LINKS.label} aria-busy={rows === null}>
        {rows?.map((notice) => (
          <NoticeWithDeadLinks key={`${notice.table}/${notice.id}`} notice={notice} />
        ))}
      </ul>
      {rows?.length === 0 && (
        <EmptyList icon="dead_link" heading={LINKS.none}>
          <p>{LINKS.noneHint}</p>
        </EmptyList>
      )}
      {hasMore && (
        <MoreRowsByAddress step={DEAD_LINKS} hasFailed={loaded?.problem != null}>
          {formatNumber(rows?.length ?? 0)}
        </MoreRowsByAddress>
      )}
    </>
  )
}

function NoticeWithDeadLinks({ notice: { table, id, title, links } }: { notice: DeadNotice }) {
  const submit = useSubmit()
  const fields = fieldsOf(table)
  const checked = useFetchers().flatMap(({ json }) => (json as { id?: string } | undefined)?.id ?? [])
  const isBusy = checked.includes(`${table}/${id}`)
  const checkAgain = () => {
    const wanted = { id: `${table}/${id}`, links: [...new Set(links.map(({ link }) => link))] }
    void submit(wanted, { method: 'POST', encType: 'application/json', navigate: false })
  }
  return (
    <li>
      <article>
        <h2>
          <Link to={`${tabPath(tabOfTable(table))}/${id}`}>{title}</Link>
        </h2>
        <p className="from">{LINKS.count(links.length)}</p>
        <dl>
          {links.map((check) => (
            <div key={check.field}>
              <dt>{fields[check.field]?.label ?? check.field}</dt>
              <dd>
                <a href={check.link} target="_blank" rel="noopener noreferrer">
                  {check.link}
                </a>{' '}
                {linkResult(check)} {LINKS.since(formatDay(indianDay(check.failing_since ?? check.checked_at)))}
              </dd>
            </div>
          ))}
        </dl>
        <button
          type="button"
          className="button"
          aria-label={`${LINKS.checkAgain} ${title}`}
          aria-disabled={isBusy}
          onClick={() => !isBusy && checkAgain()}
        >
          {isBusy ? LINKS.checking : LINKS.checkAgain}
        </button>
      </article>
    </li>
  )
}
