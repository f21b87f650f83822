import type { ContentTable } from '#domain/content/content-kind.ts'
import { kindOfDetailFolder } from '#domain/content/registry.ts'

/**
 * @param path of a page, with query and fragment: '/admit-card/ssc-cgl?from=push'
 * @returns table and slug of the notice that the page shows; null for every other page
 */
export function noticeAt(path: string): { table: ContentTable; slug: string } | null {
  const [, folder = '', slug = ''] = /^(\/[a-z-]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(path) ?? []
  const kind = kindOfDetailFolder(folder)
  const decoded = decodedOf(slug)
  return kind && decoded ? { table: kind.table, slug: decoded } : null
}

function decodedOf(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
