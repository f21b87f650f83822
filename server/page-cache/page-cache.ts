import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outbox } from '#backend/realtime/outbox.ts'
import type { ServerTiming } from '#server/server-timing.ts'
import type { PageInfo } from '#server/site-interface.ts'
import { createCacheKeys } from './cache-key.ts'
import type { CachedResponse } from './cached-response.ts'
import { cachedTableRead, isVisitorRead } from './cached-table-read.ts'
import { changedTags } from './changed-tags.ts'
import { ResponseStore } from './response-store.ts'
import { createRevalidation, type RevalidationOptions } from './revalidation.ts'

export interface PageCacheOptions extends RevalidationOptions {
  pages: readonly PageInfo[]
  feed: Pick<Outbox, 'listen' | 'readUntil'>
  /** Sent with every page. */
  serverTiming: () => ServerTiming
  /** Bytes that responses may take. */
  capacity: number
}

export interface PageCache {
  /**
   * Answers a request from memory, or renders what may be cached.
   * @returns false for every other request, which it leaves alone
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  readonly figures: Readonly<{
    hits: number
    misses: number
    /** Older responses, sent while nothing newer could be had. */
    stale: number
  }>
  /** What it holds now. */
  readonly usage: { responses: number; bytes: number; evicted: number }
}

/** The outbox is read once a second: after this many milliseconds without that, changes may be unknown. */
const LONGEST_UNCONFIRMED = 2_500

/** Stale responses are sent for a day at most, in milliseconds. Source: fault cases, R9 */
const LONGEST_STALE = 86_400_000

/** Where tables are read, with a key; everything else that is cached needs none. */
const TABLE_READS = '/rest/v1/'

/** Responses that are the same for every visitor, rendered once per change. Source: docs/decisions/021 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { pages, publishableKey, feed, capacity, clock, serverTiming } = options
  const store = new ResponseStore<CachedResponse>(capacity)
  const revalidation = createRevalidation(store, options)
  const cacheKey = createCacheKeys(pages)
  const figures = { hits: 0, misses: 0, stale: 0 }
  feed.listen({
    changed: (changes) => revalidation.invalidate(changedTags(changes)),
    lost: () => revalidation.invalidate(null),
  })

  function isFresh(cached: CachedResponse): boolean {
    const isConfirmed = performance.now() - feed.readUntil < LONGEST_UNCONFIRMED
    return !cached.isStale && isConfirmed && clock() < cached.expiresAt
  }

  function extraHeaders({ isPage }: CachedResponse): readonly string[] {
    return isPage ? serverTiming() : NO_HEADERS
  }

  async function answerRevalidated(
    key: string,
    stale: CachedResponse | null,
    [request, response]: [IncomingMessage, ServerResponse],
  ): Promise<void> {
    const fresh = stale ? await revalidation.revalidateSoon(key) : await revalidation.revalidate(key)
    figures[fresh ? 'misses' : 'stale'] += 1
    if (fresh) await fresh.send(request, response, extraHeaders(fresh))
    else await stale?.send(request, response, [...extraHeaders(stale), ...staleHeaders(stale, clock())])
  }

  return {
    figures,
    get usage() {
      return { responses: store.size, bytes: store.bytes, evicted: store.evicted }
    },
    answer(request, response) {
      if (!isAnonymous(request, publishableKey)) return false
      const { url = '' } = request
      // An address that is a key itself, as most are, needs no second look.
      const exact = store.get(url)
      const key = exact ? url : keyOf(url, cacheKey)
      if (key === null) return false
      const cached = exact ?? store.get(key)
      if (cached && isFresh(cached)) {
        figures.hits += 1
        // Only an encoding that is asked for the first time takes time.
        cached.send(request, response, extraHeaders(cached))?.catch(() => response.destroy())
      } else {
        const stale = cached && clock() - cached.renderedAt < LONGEST_STALE ? cached : null
        answerRevalidated(key, stale, [request, response]).catch(() => response.destroy())
      }
      return true
    },
  }
}

const NO_HEADERS: readonly string[] = []

/** A request that says nothing about its sender and has no body. Tables are read with a key. */
function isAnonymous({ method, url = '', headers }: IncomingMessage, publishableKey: string): boolean {
  if (url.startsWith(TABLE_READS)) return method === 'GET' && isVisitorRead(headers, publishableKey)
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return isRead && !hasBody && headers.authorization === undefined
}

/** @returns the cache key of an address, or null when its answer is not cached */
function keyOf(url: string, cacheKey: (url: string) => string | null): string | null {
  if (!url.startsWith(TABLE_READS)) return cacheKey(url)
  return cachedTableRead(url) === null ? null : url
}

/** Source: RFC 9111, section 5.1; RFC 9211 */
function staleHeaders({ renderedAt }: CachedResponse, now: number): string[] {
  const age = Math.floor((now - renderedAt) / 1_000)
  return ['age', String(age), 'cache-status', 'suchana; hit; detail="database-away"']
}
