import { trustedHtml } from '#app/browser/trusted-types.ts'
import { renderMarkdown } from '#app/ui/notice/markdown.ts'

/**
 * Renders Markdown for a preview. Images of other sites are not loaded, so that no other site learns of the admin.
 *
 * @returns HTML that the admin's policy accepts
 */
export const trustedMarkdown: (markdown: string, siteUrl: string) => string | TrustedHTML = trustedHtml(
  'markdown',
  (markdown, siteUrl = '') => renderMarkdown(markdown, { siteUrl, hasForeignImages: false }),
)
