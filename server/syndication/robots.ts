import { BACKEND_FOLDERS } from '#domain/app-shell.ts'
import { REPORT_FOLDER, SEARCH_PATH } from '#domain/page-paths.ts'
import { documentResponse } from './document-response.ts'

/** Paths that crawlers must not request: admin, backend, forms of notices, and the unlimited number of search results. */
const DISALLOWED = ['/admin', ...BACKEND_FOLDERS.map((folder) => `/${folder}`), `${REPORT_FOLDER}/`, `${SEARCH_PATH}?`]

/** @returns the text of robots.txt. Source: RFC 9309; sitemaps.org, Submitting your Sitemap */
export function robots(siteUrl: string): string {
  const rules = ['User-agent: *', 'Allow: /', ...DISALLOWED.map((path) => `Disallow: ${path}`)]
  return [...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
}

export function createRobots(siteUrl: string) {
  return (request: Request): Promise<Response> =>
    documentResponse(request, { type: 'text/plain', body: robots(siteUrl) })
}
