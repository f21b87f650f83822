import type { BackendClient } from '#app/data/backend-client.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { log } from '#server/log.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { createCalendars } from './calendars.ts'
import { createFeeds } from './feeds.ts'
import { createRobots } from './robots.ts'
import { createSitemap, createSitemapParts } from './sitemap.ts'

type Answer = (request: Request) => Promise<Response>

/** When to come back while the database is away, in seconds. */
const RETRY_AFTER = '30'

/** What crawlers, feed readers and calendars are answered, by path. */
export function syndicationRoutes(
  backend: BackendClient,
  site: SiteIdentity,
  pages: readonly PageInfo[],
): [path: string, answer: Answer][] {
  const feeds = createFeeds(backend, site)
  const calendars = createCalendars(backend, site)
  const lists = ['', ...CONTENT_KINDS.map(({ listPath }) => listPath)]
  const folders = ['/recruitments', ...CONTENT_KINDS.flatMap((kind) => [kind.detailFolder, ...kind.otherFolders])]
  const routes: [string, Answer][] = [
    ['/robots.txt', createRobots(site.url)],
    ['/sitemap.xml', createSitemap(backend, site.url, pages)],
    ['/sitemaps/:name', createSitemapParts(backend, site.url, pages)],
    ...lists.flatMap((path): [string, Answer][] => [
      [`${path}/rss.xml`, feeds],
      [`${path}/atom.xml`, feeds],
    ]),
    ...folders.map((path): [string, Answer] => [`${path}/:slug/calendar.ics`, calendars]),
  ]
  return routes.map(([path, answer]) => [path, orUnavailable(answer)])
}

function orUnavailable(answer: Answer): Answer {
  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      log.error(`syndication ${new URL(request.url).pathname}`, { error })
      const headers = { 'content-type': 'text/plain', 'retry-after': RETRY_AFTER }
      return new Response('Unavailable, try again later', { status: 503, headers })
    }
  }
}
