import { setTimeout as pause } from 'node:timers/promises'
import { indianDay, untilIndianMidnight } from '#domain/dates.ts'
import { DELETED_RECORD_PATH, MISSING_RECORD_PATH, NOT_FOUND_PATH } from '#server/paths.ts'
import { CachedResponse } from './cached-response.ts'
import { hasViewCounts } from './cached-table-read.ts'
import { createInFlightRenders } from './in-flight-renders.ts'
import type { ResponseStore } from './response-store.ts'

export interface RevalidationOptions {
  /** Renders a request that contains no data of a visitor. @param tag collects the cache tags of the response */
  render: (request: Request, tag: (name: string) => void) => Promise<Response>
  siteUrl: string
  publishableKey: string
  /** Whether the database has not been reached for some time. */
  isDatabaseAway: () => boolean
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** Time between retries while the database is unavailable, in milliseconds. */
const RETRY_MS = 1_000

/** Timeout of a revalidation when a stale response can be sent, in milliseconds. */
const TIMEOUT_MS = 1_000

/** Time for which a table read with numbers of page views is cached, in milliseconds: no change in the outbox invalidates it. */
const COUNTED_MS = 20_000

/** Statuses of the pages that are sent in place of missing ones, and cached although their status is not 200. */
const MISSING_STATUS: Record<string, number> = {
  [NOT_FOUND_PATH]: 404,
  [MISSING_RECORD_PATH]: 404,
  [DELETED_RECORD_PATH]: 410,
}

/** Renders responses that are missing or stale in a store, and stores them. */
export function createRevalidation(store: ResponseStore<CachedResponse>, options: RevalidationOptions) {
  const { siteUrl, publishableKey, clock } = options
  const renders = createInFlightRenders(render)
  let retryAt = 0
  /** Whether a revalidation has exceeded its timeout. Until a revalidation succeeds, requests get stale responses without waiting. */
  let isSlow = false

  async function render(key: string, tags: Set<string>): Promise<CachedResponse> {
    const renderedAt = clock()
    const expiresAt = renderedAt + (hasViewCounts(key) ? COUNTED_MS : untilIndianMidnight(renderedAt))
    const headers = key.startsWith('/rest/') ? { apikey: publishableKey } : undefined
    const request = new Request(siteUrl + key, headers && { headers })
    const response = await options.render(request, (name) => tags.add(name))
    return CachedResponse.from(response, { tags, renderedAt, expiresAt })
  }

  function save(key: string, response: CachedResponse, isStale: boolean): void {
    // A render that began after this one may have finished before it.
    if (isStale && store.get(key)?.isStale === false) return
    response.onChange = () => store.resize(key, response)
    response.isStale = isStale
    store.set(key, response)
  }

  async function revalidate(key: string): Promise<CachedResponse> {
    const { response, isStale } = await renders.get(key, indianDay(clock()))
    // While the database can be reached, the failure of one response must not delay the revalidation of others.
    if (response.status === 503 && options.isDatabaseAway()) retryAt = clock() + RETRY_MS
    if (response.status >= 500) return response
    retryAt = 0
    isSlow = false
    if (response.sharedKey === null && response.status === (MISSING_STATUS[key] ?? 200)) save(key, response, isStale())
    else store.delete(key)
    return response.sharedKey === null ? response : sharedCopy(response.sharedKey)
  }

  /** The record has just been looked up in the database and is missing; only the page in its place comes from the cache. */
  async function sharedCopy(key: string): Promise<CachedResponse> {
    const cached = store.get(key)
    return cached && !cached.isStale && cached.isValidAt(clock()) ? cached : revalidate(key)
  }

  return {
    /** Renders and returns the response, also when it is an error. */
    revalidate,
    /** Whether a render is running that a request for the key can join. */
    isRendering: (key: string) => renders.has(key),
    /** @returns null when rendering fails or exceeds the timeout; without waiting after an earlier render exceeded it */
    async revalidateSoon(key: string): Promise<CachedResponse | null> {
      const wait = retryAt - clock()
      // A longer one is that of a clock that was put back.
      if (wait > 0 && wait <= RETRY_MS) return null
      if (isSlow) {
        retryAt = clock() + RETRY_MS
        revalidate(key).catch(() => null)
        return null
      }
      const settled = new AbortController()
      const timeout = pause(TIMEOUT_MS, null, settled).then(
        () => ((isSlow = true), null),
        () => null,
      )
      const response = await Promise.race([revalidate(key), timeout]).finally(() => settled.abort())
      return response && response.status < 500 ? response : null
    },
    /** @param tags changed cache tags; null for all */
    invalidate(tags: ReadonlySet<string> | null): void {
      store.invalidate(tags)
      renders.invalidate(tags)
    },
  }
}
