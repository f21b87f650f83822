import type { ReactNode } from 'react'
import type { NoticeReply } from '#app/data/notice.ts'
import type { PageContext } from '#app/pages/page.ts'
import { renderMarkdown } from '#app/ui/notice/markdown.ts'
import { NoticePage } from '#app/ui/notice/notice-page.tsx'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'
import { noticePath } from '#domain/content/registry.ts'

export type NoticeData = Omit<Extract<NoticeReply, { state: 'found' }>, 'state'>

/** @returns the content of the page of a notice, which is also that of its preview */
export function noticeView(
  kind: ContentKind,
  { notice, corrections, siblings, recruitment }: NoticeData,
  { site, today }: PageContext,
): ReactNode {
  return (
    <NoticePage
      kind={kind}
      notice={notice}
      corrections={corrections}
      siblings={siblings}
      recruitment={recruitment}
      today={today}
      pageUrl={site.url + noticePath(kind, notice.slug)}
      siteUrl={site.url}
      siteName={site.name}
      contentHtml={contentHtml(kind, notice, site.url)}
    />
  )
}

/** @returns the longer text of a notice as HTML, escaped; null without one */
function contentHtml(kind: ContentKind, notice: Notice, siteUrl: string): string | null {
  const markdown = kind.markdownField ? notice[kind.markdownField] : null
  return typeof markdown === 'string' && markdown.trim() ? renderMarkdown(markdown, { siteUrl }) : null
}
