import { renderMarkdown } from '#app/ui/notice/markdown.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import type { Notice } from '#domain/content/notice.ts'

/** @returns the longer text of a notice as HTML, escaped; null without one */
export function contentHtml(kind: ContentKind, notice: Notice, siteUrl: string): string | null {
  const markdown = kind.markdownField ? notice[kind.markdownField] : null
  return typeof markdown === 'string' && markdown.trim() ? renderMarkdown(markdown, { siteUrl }) : null
}
