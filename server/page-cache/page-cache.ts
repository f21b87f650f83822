import type { IncomingMessage, ServerResponse } from 'node:http'
import { LONGEST_UNREAD_MS, type Outbox } from '#backend/outbox/outbox.ts'
import { DAY_MS } from '#domain/dates.ts'
import { createBusyResponse } from '#server/busy.ts'
import type { ClientAddresses } from '#server/client-address.ts'
import type { RenderLimit } from '#server/render-limit.ts'
import type { ScheduleRequest } from '#server/request-schedule.ts'
import type { ServerTiming } from '#server/server-timing.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { createCacheKeys } from './cache-key.ts'
import { CachedResponse } from './cached-response.ts'
import { cachedTableRead, isVisitorRead } from './cached-table-read.ts'
import { changedTags } from './changed-tags.ts'
import { dropMark, markedPage } from './marked-page.ts'
import { ResponseStore } from './response-store.ts'
import { createRevalidation, type RevalidationOptions } from './revalidation.ts'

export interface PageCacheOptions extends Omit<RevalidationOptions, 'isDatabaseAway'> {
  pages: readonly PageInfo[]
  outbox: Pick<Outbox, 'subscribe' | 'readUntil'>
  /** Header that is sent with every page. */
  serverTiming: () => ServerTiming
  /** Limits renders, and reads of tables that are not in memory, for each address. */
  limitRenders: RenderLimit
  addressOf: ClientAddresses['addressOf']
  /** Begins to answer a request that needs more than a response in memory. */
  scheduleRequest: ScheduleRequest
  /** Largest memory of all responses, in bytes. */
  capacity: number
}

export interface PageCache {
  /**
   * Sends a cached response, or renders a page that may be cached.
   * @returns false when the request is not cacheable and was not handled
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  readonly figures: Readonly<{
    hits: number
    misses: number
    /** Stale responses, sent because revalidation failed or took too long. */
    stale: number
    /** Requests that were rejected, because their client address has too many renders. */
    busy: number
  }>
  /** Current number and bytes of the responses, and number of evictions so far. */
  readonly usage: { responses: number; bytes: number; evicted: number }
}

/** The responses of pages, or those of table reads. */
interface Part {
  store: ResponseStore<CachedResponse>
  revalidation: Revalidation
}

type Revalidation = ReturnType<typeof createRevalidation>
type Exchange = [IncomingMessage, ServerResponse]

/** Stale responses are sent for a day at most, in milliseconds. Source: docs/behaviour/faults.md#age-of-stale-pages */
const MAX_STALE_MS = DAY_MS

/** Prefix of table reads, which need a key; all other cached responses need none. */
const TABLE_READS = '/rest/v1/'

/** Share of the capacity for table reads. Clients can vary their addresses without limit, so they must not evict pages. */
const TABLE_SHARE = 1 / 4

/** Caches responses that are equal for all visitors, until a change invalidates them. Source: docs/decisions/021 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { pages, publishableKey, outbox, capacity, clock, serverTiming, limitRenders } = options
  const isDatabaseAway = createDatabaseCheck(outbox)
  const openPart = (share: number): Part => {
    const store = new ResponseStore<CachedResponse>(capacity * share)
    return { store, revalidation: createRevalidation(store, { ...options, isDatabaseAway }) }
  }
  const [pagePart, tablePart] = [openPart(1 - TABLE_SHARE), openPart(TABLE_SHARE)]
  const parts = [pagePart, tablePart]
  const cacheKey = createCacheKeys(pages)
  const busyResponse = createBusyResponse(options.siteUrl)
  const figures = { hits: 0, misses: 0, stale: 0, busy: 0 }
  const invalidate = (tags: Set<string> | null) => parts.forEach((part) => part.revalidation.invalidate(tags))
  outbox.subscribe({
    onChanges: (changes) => invalidate(changedTags(changes)),
    onGap: () => invalidate(null),
  })

  function isFresh(cached: CachedResponse): boolean {
    return !cached.isStale && !isDatabaseAway() && cached.isValidAt(clock())
  }

  function extraHeaders({ isPage }: CachedResponse): readonly string[] {
    return isPage ? serverTiming() : NO_HEADERS
  }

  async function sendMissing({ store, revalidation }: Part, key: string, [request, response]: Exchange): Promise<void> {
    const render = async () => {
      // Another request may have rendered the page while this one was waiting.
      const cached = store.get(key)
      return cached && isFresh(cached) ? cached : revalidation.revalidate(key)
    }
    // Joining a running render costs nothing, so it is not limited.
    const rendered = revalidation.isRendering(key)
      ? await render()
      : await limitRenders(options.addressOf(request), render)
    figures[rendered ? 'misses' : 'busy'] += 1
    const sent = rendered ?? (await CachedResponse.from(busyResponse(key), NOT_STORED))
    await sent.send(request, response, extraHeaders(sent))
  }

  async function sendStale(
    revalidation: Revalidation,
    [key, stale]: [string, CachedResponse],
    [request, response]: Exchange,
  ): Promise<void> {
    const fresh = await revalidation.revalidateSoon(key)
    figures[fresh ? 'misses' : 'stale'] += 1
    if (fresh) return void (await fresh.send(request, response, extraHeaders(fresh)))
    const page = stale.isPage ? await markedPage(stale, clock()) : stale
    await page.send(request, response, [...extraHeaders(stale), ...staleHeaders(stale, clock())])
  }

  return {
    figures,
    get usage() {
      return usageOf(parts.map(({ store }) => store))
    },
    handle(request, response) {
      if (!isAnonymous(request, publishableKey)) return false
      const { url = '' } = request
      const part = url.startsWith(TABLE_READS) ? tablePart : pagePart
      const { store, revalidation } = part
      // Most addresses are cache keys themselves, so no key has to be computed for them.
      const exact = store.get(url)
      const key = exact ? url : keyOf(url, cacheKey)
      if (key === null) return false
      const cached = exact ?? store.get(key)
      if (cached && isFresh(cached)) {
        figures.hits += 1
        dropMark(cached)
        // Returns a promise only when an encoding is requested for the first time.
        cached.send(request, response, extraHeaders(cached))?.catch(() => response.destroy())
      } else {
        const isUsable = cached && clock() - cached.renderedAt < MAX_STALE_MS
        options.scheduleRequest(request, response, () => {
          const sent = isUsable
            ? sendStale(revalidation, [key, cached], [request, response])
            : sendMissing(part, key, [request, response])
          sent.catch(() => response.destroy())
        })
      }
      return true
    },
  }
}

function usageOf(stores: readonly Part['store'][]): PageCache['usage'] {
  const total = (read: (store: Part['store']) => number) => stores.reduce((sum, store) => sum + read(store), 0)
  return {
    responses: total(({ size }) => size),
    bytes: total(({ bytes }) => bytes),
    evicted: total(({ evicted }) => evicted),
  }
}

/**
 * Creates the check whether the outbox has not been read for too long, so that changes may be missing. Reading the
 * monotonic clock costs more than all other checks of a cached response, so the check reads it at most once a
 * millisecond.
 */
function createDatabaseCheck(outbox: PageCacheOptions['outbox']): () => boolean {
  const checked = { at: 0, readUntil: 0, isMissing: false }
  return () => {
    const now = Date.now()
    const { readUntil } = outbox
    if (now !== checked.at || readUntil !== checked.readUntil) {
      checked.isMissing = performance.now() - readUntil >= LONGEST_UNREAD_MS
      Object.assign(checked, { at: now, readUntil })
    }
    return checked.isMissing
  }
}

const NO_HEADERS: readonly string[] = []

const NOT_STORED = { tags: new Set<string>(), renderedAt: 0, expiresAt: 0 }

/** Whether a request has no body and no credentials, except the publishable key for table reads. */
function isAnonymous({ method, url = '', headers }: IncomingMessage, publishableKey: string): boolean {
  if (url.startsWith(TABLE_READS)) return method === 'GET' && isVisitorRead(headers, publishableKey)
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isRead && !hasBody && headers.authorization === undefined
}

/** @returns the cache key of an address, or null when its response is not cached */
function keyOf(url: string, cacheKey: (url: string) => string | null): string | null {
  if (!url.startsWith(TABLE_READS)) return cacheKey(url)
  return cachedTableRead(url) === null ? null : url
}

/** Source: RFC 9111, section 5.1; RFC 9211 */
function staleHeaders({ renderedAt }: CachedResponse, now: number): string[] {
  const age = Math.floor(Math.max(0, now - renderedAt) / 1_000)
  return ['age', String(age), 'cache-status', 'suchana; hit; detail="database-away"']
}
