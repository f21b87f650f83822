import { data } from 'react-router'
import { NoticeCache } from '#app/data/notice-cache.ts'
import { readNotice, rowsOf, type NoticeReply } from '#app/data/notice.ts'
import { siteContext, type SiteContext } from '#app/data/site-context.ts'
import { homeMeta } from '#app/site/home/home-meta.ts'
import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { loadAbsent, loadMissing } from '#app/site/missing/load-missing.ts'
import { MissingRecord } from '#app/site/missing/missing-record.tsx'
import { unreachable, type MissingReply } from '#app/site/missing/missing-reply.ts'
import { renderMarkdown } from '#app/ui/notice/markdown.ts'
import { NoticePage } from '#app/ui/notice/notice-page.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { jobPosting } from '#domain/content/job-posting.ts'
import { noticeDescription, noticeKeywords } from '#domain/content/notice-summary.ts'
import { firstText, type Notice, type Sibling } from '#domain/content/notice.ts'
import { questions } from '#domain/content/questions.ts'
import { kindOfDetailFolder, kindOfTable, noticePath } from '#domain/content/registry.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import { breadcrumbList, faqPage, jsonLd, type SiteIdentity } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'

type FoundNotice = Extract<NoticeReply, { state: 'found' }>

interface FoundReply {
  state: 'found'
  table: ContentKind['table']
  notice: Notice
  siblings: Sibling[]
  recruitment: { slug: string; title: string } | null
  contentHtml: string | null
  today: Day
  pageUrl: string
  siteName: string
}

type Reply = FoundReply | MissingReply

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const kind = kindOfDetailFolder(url.pathname.replace(/\/[^/]*$/, ''))
  if (!kind) return loadMissing(site, 404)
  try {
    const reply = await readNotice(site.backend, kind, params.slug)
    if (reply.state === 'found') return data<Reply>(found(site, kind, reply))
    return await loadAbsent(request, site, { reply, pathOf: (slug) => noticePath(kind, slug) })
  } catch (error) {
    if (error instanceof Response) throw error
    site.logFailure(`detail ${url.pathname}`, error)
    return loadMissing(site, 503)
  }
}

function found({ site, now, shows }: SiteContext, kind: ContentKind, reply: FoundNotice): FoundReply {
  for (const [table, id] of rowsOf(kind, reply.notice)) shows(table, id)
  const markdown = kind.markdownField ? reply.notice[kind.markdownField] : null
  return {
    state: 'found',
    table: kind.table,
    notice: kind.markdownField ? { ...reply.notice, [kind.markdownField]: null } : reply.notice,
    siblings: reply.siblings,
    recruitment: reply.recruitment,
    contentHtml: typeof markdown === 'string' && markdown.trim() ? renderMarkdown(markdown) : null,
    today: indianDay(now),
    pageUrl: site.url + noticePath(kind, reply.notice.slug),
    siteName: site.name,
  }
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
    return unreachable(error)
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state !== 'found') return homeMeta(matches, { noindex: true })
  const { notice, table, today } = loaderData
  const kind = kindOfTable(table)
  return pageMeta(matches, {
    title: firstText(notice, ['meta_title']) ?? notice.title,
    description: noticeDescription(kind, notice, today),
    keywords: noticeKeywords(kind, notice),
    path: noticePath(kind, notice.slug),
    image: { path: `/share${noticePath(kind, notice.slug)}.png`, alt: notice.title },
    isArticle: true,
    feeds: { folder: kind.listPath, title: kind.label },
  })
}

export default function NoticeRoute({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData.state !== 'found') return <MissingRecord reply={loaderData} />
  const kind = kindOfTable(loaderData.table)
  return (
    <>
      <NoticePage kind={kind} {...loaderData} />
      <StructuredData json={import.meta.env.SSR ? structuredNotice(kind, loaderData, siteOf(matches)) : ''} />
    </>
  )
}

function structuredNotice(kind: ContentKind, { notice, today }: FoundReply, site: SiteIdentity): string {
  const trail = [
    { label: 'Home', href: '/' },
    { label: kind.label, href: kind.listPath },
    { label: notice.title, href: noticePath(kind, notice.slug) },
  ]
  return jsonLd([
    breadcrumbList(site, trail),
    ...faqPage(questions(kind, notice, today)),
    ...(kind.table === 'jobs' ? jobPosting(notice, today) : []),
  ])
}
