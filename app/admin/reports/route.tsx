import { Link, useFetchers, useSubmit } from 'react-router'
import { load, useLastValue, type Loaded } from '#app/admin/feedback/loaded.ts'
import { report } from '#app/admin/feedback/report.ts'
import { adminMeta } from '#app/admin/layout/admin-meta.ts'
import { EmptyList } from '#app/admin/layout/empty-list.tsx'
import { useTabCounts } from '#app/admin/layout/tab-counts.tsx'
import { PageHead } from '#app/admin/layout/page-head.tsx'
import { rowsOf, type FirstRows } from '#app/admin/table/first-rows.ts'
import { MoreRowsByAddress } from '#app/admin/table/more-rows.tsx'
import { fetchReported, finishReports, type ReportedNotice } from '#app/data/mistake-reports.ts'
import { MISTAKE_REPORTS } from '#domain/admin/messages.ts'
import { tabOfTable, tabPath } from '#domain/admin/tabs.ts'
import { kindOfTable, noticePath } from '#domain/content/registry.ts'
import { dayAndTime, htmlTimestamp } from '#domain/dates.ts'
import { REPORTED_NOTICES } from '#domain/limits.ts'
import { REPORT_REASONS } from '#domain/mistake-report.ts'
import { formatNumber } from '#domain/numbers.ts'
import type { Route } from './+types/route.ts'

type Finished = Pick<ReportedNotice, 'table' | 'id' | 'newest'> & { name: string }

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, MISTAKE_REPORTS.label)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const count = rowsOf(new URL(request.url).searchParams, REPORTED_NOTICES)
  return load(MISTAKE_REPORTS.label, async (client): Promise<FirstRows<ReportedNotice>> => {
    const rows = await fetchReported(client, count + 1)
    return { rows: rows.slice(0, count), hasMore: rows.length > count }
  })
}

/** Marks the reports of a notice as done. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const finished = (await request.json()) as Finished
  const about = { done: MISTAKE_REPORTS.finished(finished.name), failed: MISTAKE_REPORTS.finishFailed }
  return report((client) => finishReports(client, finished), about)
}

export function HydrateFallback() {
  return <Reports />
}

export default function ReportsRoute({ loaderData }: Route.ComponentProps) {
  return <Reports loaded={loaderData} />
}

/** What visitors report as wrong, by notice. Source: docs/behaviour/reports.md#in-the-admin */
function Reports({ loaded }: { loaded?: Loaded<FirstRows<ReportedNotice>> }) {
  const { rows, hasMore } = useLastValue(loaded) ?? { rows: null, hasMore: false }
  const finished = useFetchers().map(({ json }) => json as Partial<Finished> | undefined)
  const shown = rows?.filter(({ table, id }) => !finished.some((sent) => sent?.table === table && sent.id === id))
  const total = useTabCounts().mistake_reports
  return (
    <>
      <PageHead label={MISTAKE_REPORTS.label} total={total} loaded={loaded} />
      <ul className="inbox" aria-label={MISTAKE_REPORTS.label} aria-busy={rows === null}>
        {shown?.map((reported) => (
          <Reported key={`${reported.table}/${reported.id}`} reported={reported} />
        ))}
      </ul>
      {shown?.length === 0 && !hasMore && (
        <EmptyList icon="inbox" heading={MISTAKE_REPORTS.none}>
          <p>{MISTAKE_REPORTS.noneHint}</p>
        </EmptyList>
      )}
      {hasMore && (
        <MoreRowsByAddress step={REPORTED_NOTICES} hasFailed={loaded?.problem != null}>
          {formatNumber(rows?.length ?? 0)}
        </MoreRowsByAddress>
      )}
    </>
  )
}

/** A notice with its reports. Their texts are untrusted and shown as plain text. */
function Reported({ reported: { table, id, newest, reports, title, slug, details } }: { reported: ReportedNotice }) {
  const submit = useSubmit()
  const kind = kindOfTable(table)
  const name = title ?? MISTAKE_REPORTS.gone(kind.singular)
  const finish = () =>
    void submit({ table, id, newest, name }, { method: 'POST', encType: 'application/json', navigate: false })
  return (
    <li>
      <article>
        <h2>{slug ? <Link to={`${tabPath(tabOfTable(table))}/${id}`}>{name}</Link> : name}</h2>
        <p className="from">
          {MISTAKE_REPORTS.count(reports)} {slug && <a href={noticePath(kind, slug)}>{MISTAKE_REPORTS.openPage}</a>}
        </p>
        <ul className="words reports">
          {details.map((detail) => (
            <li key={detail.id}>
              <b>{REPORT_REASONS[detail.reason]}</b>{' '}
              <time dateTime={htmlTimestamp(detail.created_at)}>{dayAndTime(detail.created_at)}</time>
              {detail.message && <p>{detail.message}</p>}
            </li>
          ))}
        </ul>
        <button type="button" className="button" aria-label={`${MISTAKE_REPORTS.done} ${name}`} onClick={finish}>
          {MISTAKE_REPORTS.done}
        </button>
      </article>
    </li>
  )
}
