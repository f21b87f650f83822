import type { BackendClient } from '#app/data/backend-client.ts'
import { readNewestNotices } from '#app/data/notice-facts.ts'
import { kindOfListPath } from '#domain/content/registry.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { feedXml, type FeedFormat } from './feed-xml.ts'
import { newestTime } from './newest-time.ts'
import { documentResponse } from './document-response.ts'

/** Handles `/rss.xml`, `/atom.xml`, and the same below the path of every list. */
export function createFeeds(backend: BackendClient, site: SiteIdentity) {
  return async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const format: FeedFormat = pathname.endsWith('/rss.xml') ? 'rss' : 'atom'
    const kind = kindOfListPath(pathname.slice(0, pathname.lastIndexOf('/'))) ?? null
    const notices = await readNewestNotices(backend, kind)
    const changedAt = newestTime(notices.map(({ updated_at }) => updated_at))
    const body = feedXml(site, { format, kind, notices, changedAt })
    return documentResponse(request, { type: `application/${format}+xml`, body, changedAt })
  }
}
