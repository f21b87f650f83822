import type { BackendClient } from '#app/data/backend-client.ts'
import { readCorrectedNotices, readFilteredFacts, readNewestNotices } from '#app/data/notice-facts.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import { indianDay } from '#domain/dates.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { feedXml, type FeedFormat } from './feed-xml.ts'
import { listTitle, readListRequest } from './list-request.ts'
import { newestTime } from './newest-time.ts'
import { documentResponse } from './document-response.ts'

/**
 * Handles `/rss.xml`, `/atom.xml`, and the same below the path of every list. Those of kinds with filters take the
 * filters of their list, by path or by query.
 */
export function createFeeds(backend: BackendClient, site: SiteIdentity, clock: () => number = Date.now) {
  return async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const format: FeedFormat = url.pathname.endsWith('/rss.xml') ? 'rss' : 'atom'
    const { kind, query, list } = readListRequest(url)
    const [newest, corrected] = await Promise.all([
      kind && query
        ? readFilteredFacts(backend, kind, { query, purpose: 'feed', today: indianDay(clock()) })
        : readNewestNotices(backend, kind),
      readCorrectedNotices(backend, kind),
    ])
    const notices = withCorrected(newest, corrected, query !== null)
    const changedAt = newestTime(notices.map(({ updated_at }) => updated_at))
    const filtered = kind && query ? { list, title: listTitle(kind, query) } : null
    const body = feedXml(site, { format, kind, notices, changedAt, filtered })
    return documentResponse(request, { type: `application/${format}+xml`, body })
  }
}

/** Adds the corrections of notices, and the notices that are older. Which of them a filter matches is not known. */
function withCorrected(newest: NoticeFacts[], corrected: NoticeFacts[], isFiltered: boolean): NoticeFacts[] {
  const keyOf = ({ table, id }: NoticeFacts) => `${table} ${id}`
  const byKey = new Map(corrected.map((notice) => [keyOf(notice), notice]))
  const entries = newest.map((notice) => byKey.get(keyOf(notice)) ?? notice)
  const listed = new Set(newest.map(keyOf))
  return isFiltered ? entries : [...entries, ...corrected.filter((notice) => !listed.has(keyOf(notice)))]
}
