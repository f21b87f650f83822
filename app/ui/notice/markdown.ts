import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/**
 * Renders Markdown as safe HTML: raw HTML in the text is escaped, and only links with safe protocols (http, https,
 * mailto and relative ones) are allowed, which are the defaults of micromark.
 */
export function renderMarkdown(text: string): string {
  return micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
}
