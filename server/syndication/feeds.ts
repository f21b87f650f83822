import type { BackendClient } from '#app/data/backend-client.ts'
import {
  readCorrectedNotices,
  readFilteredFacts,
  readNewestNotices,
  type FilteredFacts,
} from '#app/data/notice-facts.ts'
import type { NoticeFacts } from '#domain/content/notice.ts'
import { indianDay, type Day } from '#domain/dates.ts'
import type { SiteIdentity } from '#domain/structured-data.ts'
import { feedXml, type FeedFormat } from './feed-xml.ts'
import { isOfUnknown, listTitle, readListRequest, type ListRequest } from './list-request.ts'
import { newestTime } from './newest-time.ts'
import { documentResponse, missing } from './document-response.ts'

/**
 * Handles `/rss.xml`, `/atom.xml`, and the same below the path of every list. Those of kinds with filters take the
 * filters of their list, by path or by query.
 */
export function createFeeds(backend: BackendClient, site: SiteIdentity, clock: () => number = Date.now) {
  return async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const format: FeedFormat = url.pathname.endsWith('/rss.xml') ? 'rss' : 'atom'
    const { kind, query, list } = readListRequest(url)
    const [{ notices: newest, organization }, corrected] = await Promise.all([
      readNotices(backend, { kind, query, today: indianDay(clock()) }),
      readCorrectedNotices(backend, kind),
    ])
    if (isOfUnknown(query, organization)) return missing(404)
    const notices = withCorrected(newest, corrected, query !== null)
    const changedAt = newestTime(notices.map(({ updated_at }) => updated_at))
    const filtered = kind && query ? { list, title: listTitle(kind, query, organization) } : null
    const body = feedXml(site, { format, kind, notices, changedAt, filtered })
    return documentResponse(request, { type: `application/${format}+xml`, body })
  }
}

async function readNotices(
  backend: BackendClient,
  { kind, query, today }: Pick<ListRequest, 'kind' | 'query'> & { today: Day },
): Promise<FilteredFacts> {
  if (kind && query) return readFilteredFacts(backend, kind, { query, purpose: 'feed', today })
  return { notices: await readNewestNotices(backend, kind), organization: null }
}

/** Adds the corrections of notices, and the notices that are older. Which of them a filter matches is not known. */
function withCorrected(newest: NoticeFacts[], corrected: NoticeFacts[], isFiltered: boolean): NoticeFacts[] {
  const keyOf = ({ table, id }: NoticeFacts) => `${table} ${id}`
  const byKey = new Map(corrected.map((notice) => [keyOf(notice), notice]))
  const entries = newest.map((notice) => byKey.get(keyOf(notice)) ?? notice)
  const listed = new Set(newest.map(keyOf))
  return isFiltered ? entries : [...entries, ...corrected.filter((notice) => !listed.has(keyOf(notice)))]
}
