import { readRecruitment } from '#app/data/recruitment.ts'
import { page, RecordMissing, type Tag } from '#app/pages/page.ts'
import { RecruitmentPage } from '#app/ui/recruitment/recruitment-page.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { CONTENT_KINDS, namesOf } from '#domain/content/registry.ts'
import { recruitmentPath } from '#domain/content/recruitment-path.ts'
import type { Recruitment, Stage } from '#domain/content/recruitment.ts'
import { RECRUITMENT_FOLDER } from '#domain/page-paths.ts'
import { jsonLd, pageTrail } from '#domain/structured-data.ts'

export const recruitment = page<Recruitment>({
  path: `${RECRUITMENT_FOLDER}/:slug`,
  cache: {},
  load: async ({ backend, params }) => {
    const reply = await readRecruitment(backend, params['slug'] ?? '')
    if (reply.state !== 'found') throw new RecordMissing(reply, recruitmentPath)
    return reply.recruitment
  },
  // Any notice may join it, and its organization may be renamed.
  tags: () => [...CONTENT_KINDS.map(({ table }): Tag => [table]), ['recruitments'], ['organizations']],
  meta: ({ title, slug, organization, notices }, { site }) => ({
    title: `${title}: all dates and stages`,
    description: `${title}${organization ? ` by ${organization.name}` : ''}: ${timelineOf(notices)} in one timeline.`,
    keywords: [
      title,
      ...(organization ? [organization.name] : []),
      'recruitment',
      'exam date',
      ...kindsIn(notices).map(({ singular }) => singular),
    ],
    path: recruitmentPath(slug),
    isArticle: true,
    structuredData: jsonLd([pageTrail(site, { label: title, href: recruitmentPath(slug) })]),
  }),
  view: (recruitment, { site, today }) => (
    <RecruitmentPage recruitment={recruitment} today={today} siteUrl={site.url} siteName={site.name} />
  ),
  styles: 'recruitment',
  offline: true,
  hasAdSpace: true,
})

/** @returns 'jobs and admit cards with every date' */
function timelineOf(notices: readonly Stage[]): string {
  return notices.length > 0 ? `${namesOf(kindsIn(notices))} with every date` : 'every date'
}

function kindsIn(notices: readonly Stage[]): ContentKind[] {
  return CONTENT_KINDS.filter(({ table }) => notices.some((notice) => notice.table === table))
}
