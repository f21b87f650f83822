import type { BackendClient } from '#app/data/backend-client.ts'
import { CALENDAR_FILE } from '#domain/calendar-address.ts'
import type { ContentKind } from '#domain/content/content-kind.ts'
import { listPaths } from '#domain/content/list-address.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { RECRUITMENT_FOLDER } from '#domain/page-paths.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { logRepeated } from '#server/log.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { createCalendars, createListCalendars } from './calendars.ts'
import { createFeeds } from './feeds.ts'
import { createSiteCalendar } from './site-calendar.ts'
import { createRobots } from './robots.ts'
import { createSitemap, createSitemapParts } from './sitemap.ts'

type Handler = (request: Request) => Promise<Response>

/** Seconds after which clients may retry while the database is unavailable. */
const RETRY_AFTER = '30'

/** Handlers of sitemap, feeds and calendars, by path. */
export function syndicationRoutes(
  backend: BackendClient,
  site: SiteIdentity,
  pages: readonly PageInfo[],
): [path: string, handler: Handler][] {
  const feeds = createFeeds(backend, site)
  const calendars = createCalendars(backend, site)
  const listCalendars = createListCalendars(backend, site)
  const lists = ['', ...CONTENT_KINDS.map(({ listPath }) => listPath)]
  const folders = [RECRUITMENT_FOLDER, ...CONTENT_KINDS.flatMap((kind) => [kind.detailFolder, ...kind.otherFolders])]
  const routes: [string, Handler][] = [
    ['/robots.txt', createRobots(site.url)],
    ['/sitemap.xml', createSitemap(backend, site.url, pages)],
    ['/sitemaps/:name', createSitemapParts(backend, site.url, pages)],
    ...lists.flatMap((path): [string, Handler][] => [
      [`${path}/rss.xml`, feeds],
      [`${path}/atom.xml`, feeds],
    ]),
    ...CONTENT_KINDS.flatMap((kind) => ofFilters(kind, { feeds, listCalendars })),
    [CALENDAR_FILE, createSiteCalendar(backend, site)],
    ...folders.map((path): [string, Handler] => [`${path}/:slug/calendar.ics`, calendars]),
  ]
  return routes.map(([path, handler]) => [path, orUnavailable(handler)])
}

/** Calendars of the lists of a kind with filters, and feeds of the lists with one filter. */
function ofFilters(kind: ContentKind, { feeds, listCalendars }: Record<'feeds' | 'listCalendars', Handler>) {
  if (!kind.filters) return []
  const [, ...filters] = listPaths(kind)
  return [
    ...listPaths(kind).map((path): [string, Handler] => [`${path}/calendar.ics`, listCalendars]),
    ...filters.flatMap((path): [string, Handler][] => [
      [`${path}/rss.xml`, feeds],
      [`${path}/atom.xml`, feeds],
    ]),
  ]
}

/** Responds with 503 when a handler fails. */
function orUnavailable(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request)
    } catch (error) {
      logRepeated('error', `The request for ${new URL(request.url).pathname} failed`, { cause: String(error), error })
      const headers = { 'content-type': 'text/plain', 'retry-after': RETRY_AFTER }
      return new Response('Unavailable, try again later', { status: 503, headers })
    }
  }
}
