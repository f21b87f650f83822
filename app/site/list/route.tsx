import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readNoticeList } from '#app/data/notice-list.ts'
import { siteContext } from '#app/data/site-context.ts'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import { kindOfListPath, kindOfTable } from '#domain/content/registry.ts'
import { indianDay } from '#domain/dates.ts'
import type { Route } from './+types/route.ts'
import { LiveNoticeList } from './live-notice-list.tsx'
import type { ListReply } from './use-notice-list.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { backend, now, logFailure } = context.get(siteContext)
  const kind = kindOfListPath(url.pathname.toLowerCase())
  if (!kind) throw data(null, { status: 404 })
  const search = url.searchParams.get('search')?.trim() ?? ''
  const after = url.searchParams.get('after')
  const shown = { table: kind.table, search, after, today: indianDay(now) }
  try {
    return data<ListReply>({ ...shown, ...(await readNoticeList(backend, kind, { search, after })) })
  } catch (error) {
    logFailure(`list ${kind.table}`, error)
    return data<ListReply>({ ...shown, rows: [], next: null }, { status: 503 })
  }
}

/** A search rewrites the address of a page that already shows its rows; only another page needs the loader. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(matches, { title: 'Notices', noindex: true })
  const kind = kindOfTable(loaderData.table)
  return pageMeta(matches, {
    title: kind.label,
    description: kind.lede,
    path: kind.listPath,
    noindex: loaderData.search !== '' || loaderData.after !== null,
  })
}

export default function NoticeListRoute({ loaderData }: Route.ComponentProps) {
  return <LiveNoticeList key={loaderData.table} first={loaderData} />
}
