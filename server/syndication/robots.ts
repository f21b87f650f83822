import { answerWith } from './public-answer.ts'

/** What is not for crawlers: the back office, the contract, and the endless answers of the search. */
const DISALLOWED = ['/admin', '/rest', '/auth', '/storage', '/functions', '/realtime', '/search?']

/** @returns the text of robots.txt. Source: RFC 9309; sitemaps.org, Submitting your Sitemap */
export function robots(siteUrl: string): string {
  const rules = ['User-agent: *', 'Allow: /', ...DISALLOWED.map((path) => `Disallow: ${path}`)]
  return [...rules, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
}

export function createRobots(siteUrl: string) {
  return (request: Request): Promise<Response> => answerWith(request, { type: 'text/plain', body: robots(siteUrl) })
}
