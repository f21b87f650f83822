import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/**
 * Markdown as HTML that is safe to show: raw HTML in the text comes out escaped, and links keep only safe protocols
 * (http, https, mailto and relative ones), which is how micromark works unless told otherwise.
 */
export function renderMarkdown(text: string): string {
  return micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
}
