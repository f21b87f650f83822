import { useEffect } from 'react'
import { data, redirect, useNavigate } from 'react-router'
import { EMPTY_BOARD, type HomeBoard } from '#app/data/home-board.ts'
import { readHome } from '#app/data/home.ts'
import { NoticeCache } from '#app/data/notice-cache.ts'
import { readNotice } from '#app/data/notice.ts'
import { siteContext, type SiteContext } from '#app/data/site-context.ts'
import { HomePage } from '#app/site/home/home-page.tsx'
import { pageMeta } from '#app/site/layout/page-meta.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice, Sibling } from '#domain/content/notice.ts'
import { kindOfDetailFolder, kindOfTable, noticePath } from '#domain/content/registry.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import type { Route } from './+types/route.ts'
import { renderMarkdown } from './markdown.ts'
import { NoticePage } from './notice-page.tsx'

type Reply =
  | {
      state: 'found'
      table: ContentKind['table']
      notice: Notice
      siblings: Sibling[]
      contentHtml: string | null
      today: Day
      pageUrl: string
      siteName: string
    }
  | { state: 'moved'; path: string }
  | { state: 'missing'; board: HomeBoard; today: Day; siteName: string }

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const kind = kindOfDetailFolder(url.pathname.replace(/\/[^/]*$/, ''))
  if (!kind) return missing(site, 404)
  try {
    const reply = await readNotice(site.backend, kind, params.slug)
    if (reply.state === 'found') return data<Reply>(found(site, kind, reply))
    if (reply.state !== 'moved') return missing(site, reply.state === 'gone' ? 410 : 404)
    return moved(request, noticePath(kind, reply.slug))
  } catch (error) {
    if (error instanceof Response) throw error
    site.logFailure(`detail ${url.pathname}`, error)
    return missing(site, 503)
  }
}

function found({ site, now }: SiteContext, kind: ContentKind, reply: { notice: Notice; siblings: Sibling[] }): Reply {
  const markdown = kind.markdownField ? reply.notice[kind.markdownField] : null
  return {
    state: 'found',
    table: kind.table,
    notice: kind.markdownField ? { ...reply.notice, [kind.markdownField]: null } : reply.notice,
    siblings: reply.siblings,
    contentHtml: typeof markdown === 'string' && markdown.trim() ? renderMarkdown(markdown) : null,
    today: indianDay(now),
    pageUrl: site.url + noticePath(kind, reply.notice.slug),
    siteName: site.name,
  }
}

/** A prefetch must never navigate, so a fetch of data is told where the record went instead of being sent there. */
function moved(request: Request, path: string) {
  if (!new URL(request.url).pathname.endsWith('.data')) throw redirect(path, 301)
  return data<Reply>({ state: 'moved', path })
}

/** Crawlers get the home page with the true status; the browser then goes home. Source: decisions, "Routes". */
async function missing({ backend, site, now, logFailure }: SiteContext, status: 404 | 410 | 503) {
  const today = indianDay(now)
  const board = await readHome(backend, today).catch((error: unknown) => {
    logFailure('home in place of a missing detail', error)
    return EMPTY_BOARD
  })
  return data<Reply>({ state: 'missing', board, today, siteName: site.name }, { status })
}

const fetched = new NoticeCache<Reply>(() => performance.now())

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Reply> {
  const { pathname } = new URL(request.url)
  const known = fetched.get(pathname)
  if (known) return known
  try {
    const reply = (await serverLoader()) as Reply
    if (reply.state === 'found') fetched.set(pathname, reply)
    return reply
  } catch (error) {
    console.warn('The notice could not be fetched', error)
    return { state: 'missing', board: EMPTY_BOARD, today: '', siteName: '' }
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state !== 'found') {
    return pageMeta(matches, { title: 'Government jobs, results and admit cards', noindex: true })
  }
  const { notice, table } = loaderData
  return pageMeta(matches, {
    title: text(notice['meta_title']) ?? notice.title,
    description: text(notice['meta_description']) ?? notice.title,
    path: noticePath(kindOfTable(table), notice.slug),
  })
}

export default function NoticeRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.state === 'found') {
    return <NoticePage kind={kindOfTable(loaderData.table)} {...loaderData} />
  }
  return <GoneElsewhere reply={loaderData} />
}

/** Replaces the address silently: by the record's new one, or by the home page. Source: specification, section 8. */
function GoneElsewhere({ reply }: { reply: Exclude<Reply, { state: 'found' }> }) {
  const navigate = useNavigate()
  const target = reply.state === 'moved' ? reply.path : '/'
  useEffect(() => {
    void navigate(target, { replace: true })
  }, [navigate, target])
  return reply.state === 'missing' ? (
    <HomePage board={reply.board} today={reply.today} siteName={reply.siteName} />
  ) : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value.trim() : null
}
