import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { isReadOffline } from '#app/browser/read-offline.ts'
import { readNoticeList } from '#app/data/notice-list.ts'
import { siteContext } from '#app/data/site-context.ts'
import { DocumentInstead } from '#app/site/errors/document-instead.tsx'
import { homeMeta } from '#app/site/home/home-meta.ts'
import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { kindOfListPath, kindOfTable, listHeading } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { LiveNoticeList } from './live-notice-list.tsx'
import type { ListReply } from './use-notice-list.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { backend, now, shows, logFailure } = context.get(siteContext)
  const kind = kindOfListPath(url.pathname.toLowerCase())
  if (!kind) throw data(null, { status: 404 })
  shows(kind.table)
  const search = url.searchParams.get('search')?.trim() ?? ''
  const after = url.searchParams.get('after')
  const shown = { table: kind.table, search, after, today: indianDay(now) }
  try {
    return data<ListReply>({ ...shown, ...(await readNoticeList(backend, kind, { search, after })) })
  } catch (error) {
    logFailure(`list ${kind.table}`, error)
    return data<ListReply>({ ...shown, rows: [], next: null, isUnreachable: true }, { status: 503 })
  }
}

/** A list that cannot be reached is an empty list. Source: specification, section 8, Public list failure. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<ListReply> {
  try {
    return (await serverLoader()) as ListReply
  } catch (error) {
    console.warn('The list could not be fetched', error)
    const { pathname, searchParams } = new URL(request.url)
    const search = searchParams.get('search')?.trim() ?? ''
    const table = kindOfListPath(pathname)?.table ?? 'jobs'
    const nothing = { rows: [], next: null, isUnreachable: true, offline: isReadOffline(error) }
    return { table, search, after: searchParams.get('after'), today: indianDay(Date.now()), ...nothing }
  }
}

/** A search rewrites the address of a page that already shows its rows; only another page needs the loader. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return homeMeta(matches, { noindex: true })
  const { table, today, search, after } = loaderData
  const kind = kindOfTable(table)
  return pageMeta(matches, {
    title: listHeading(kind, today),
    description: kind.intro ?? `${kind.lede} With dates, fees and links to the official sources.`,
    keywords: [kind.label, `${kind.plural} ${today.slice(0, 4)}`, `government ${kind.plural}`, 'India'],
    path: kind.listPath,
    noindex: search !== '' || after !== null,
    feeds: { folder: kind.listPath, title: kind.label },
  })
}

export default function NoticeListRoute({ loaderData, matches }: Route.ComponentProps) {
  const { table } = loaderData
  const { label, listPath } = kindOfTable(table)
  const page = { label, href: listPath }
  return (
    <>
      {loaderData.offline && <DocumentInstead />}
      <LiveNoticeList key={table} first={loaderData} />
      <StructuredData json={import.meta.env.SSR ? jsonLd([pageTrail(siteOf(matches), page)]) : ''} />
    </>
  )
}
