import { readNotice, rowsOf } from '#app/data/notice.ts'
import { noticeView, type NoticeData } from '#app/pages/notice/notice-view.tsx'
import { page, RecordMissing } from '#app/pages/page.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { jobPosting } from '#domain/content/job-posting.ts'
import { noticeDescription, noticeKeywords } from '#domain/content/notice-summary.ts'
import type { Notice } from '#domain/content/notice.ts'
import { firstText } from '#domain/content/notice-columns.ts'
import { questions } from '#domain/content/questions.ts'
import { CONTENT_KINDS, noticePath } from '#domain/content/registry.ts'
import type { Day } from '#domain/dates.ts'
import { breadcrumbList, faqPage, jsonLd, type SiteIdentity } from '#domain/structured-data.ts'

/** The notice pages of all kinds, at every spelling of their folder. */
export const notices = CONTENT_KINDS.flatMap((kind) =>
  [kind.detailFolder, ...kind.otherFolders].map((folder) => noticeIn(folder, kind)),
)

function noticeIn(folder: string, kind: ContentKind) {
  return page<NoticeData>({
    path: `${folder}/:slug`,
    cache: {},
    load: async ({ backend, params }) => {
      const reply = await readNotice(backend, kind, params['slug'] ?? '')
      if (reply.state !== 'found') throw new RecordMissing(reply, (slug) => noticePath(kind, slug))
      return reply
    },
    tags: ({ notice }) => rowsOf(kind, notice),
    meta: ({ notice }, { site, today }) => ({
      title: firstText(notice, ['meta_title']) ?? notice.title,
      description: noticeDescription(kind, notice, today),
      keywords: noticeKeywords(kind, notice),
      path: noticePath(kind, notice.slug),
      image: { path: `/share${noticePath(kind, notice.slug)}.png`, alt: notice.title },
      isArticle: true,
      feeds: { folder: kind.listPath, title: kind.label },
      structuredData: structuredData(kind, notice, { site, today }),
    }),
    view: (data, context) => noticeView(kind, data, context),
    styles: 'notice',
    isNotice: true,
    offline: true,
    hasAdSpace: true,
  })
}

function structuredData(
  kind: ContentKind,
  notice: Notice,
  { site, today }: { site: SiteIdentity; today: Day },
): string {
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
