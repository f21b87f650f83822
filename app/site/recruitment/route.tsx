import { data } from 'react-router'
import { readRecruitment } from '#app/data/recruitment.ts'
import { siteContext } from '#app/data/site-context.ts'
import { homeMeta } from '#app/site/home/home-meta.ts'
import { pageMeta, siteOf } from '#app/site/layout/page-meta.ts'
import { StructuredData } from '#app/site/layout/structured-data.tsx'
import { loadAbsent, loadMissing } from '#app/site/missing/load-missing.ts'
import { MissingRecord } from '#app/site/missing/missing-record.tsx'
import { unreachable, type MissingReply } from '#app/site/missing/missing-reply.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import type { Recruitment } from '#domain/content/recruitment.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'
import type { Route } from './+types/route.ts'
import { RecruitmentPage } from '#app/ui/recruitment/recruitment-page.tsx'

type Reply = { state: 'found'; recruitment: Recruitment; today: Day; siteName: string } | MissingReply

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  try {
    const reply = await readRecruitment(site.backend, params.slug)
    if (reply.state !== 'found') return await loadAbsent(request, site, { reply, pathOf: recruitmentPath })
    return data<Reply>({ ...reply, today: indianDay(site.now), siteName: site.site.name })
  } catch (error) {
    if (error instanceof Response) throw error
    site.logFailure(`recruitment ${params.slug}`, error)
    return loadMissing(site, 503)
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Reply> {
  try {
    return (await serverLoader()) as Reply
  } catch (error) {
    console.warn('The recruitment could not be fetched', error)
    return unreachable(error)
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.state !== 'found') return homeMeta(matches, { noindex: true })
  const { title, slug, organization } = loaderData.recruitment
  return pageMeta(matches, {
    title: `${title}: all dates and stages`,
    description: `${title}${organization ? ` by ${organization.name}` : ''}: notification, admit card, answer key, result and syllabus with every date in one timeline.`,
    keywords: [title, ...(organization ? [organization.name] : []), 'recruitment', 'exam date', 'admit card', 'result'],
    path: recruitmentPath(slug),
    isArticle: true,
  })
}

export default function RecruitmentRoute({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData.state !== 'found') return <MissingRecord reply={loaderData} />
  const { title, slug } = loaderData.recruitment
  const page = { label: title, href: recruitmentPath(slug) }
  return (
    <>
      <RecruitmentPage {...loaderData} />
      <StructuredData json={import.meta.env.SSR ? jsonLd([pageTrail(siteOf(matches), page)]) : ''} />
    </>
  )
}
