import { setTimeout as pause } from 'node:timers/promises'
import { indianDay, untilIndianMidnight } from '#domain/dates.ts'
import { NOT_FOUND_PATH } from '#server/paths.ts'
import { CachedResponse } from './cached-response.ts'
import { createInFlightRenders } from './in-flight-renders.ts'
import type { ResponseStore } from './response-store.ts'

export interface RevalidationOptions {
  /** Answers a request that carries nothing of a visitor. @param tag collects the cache tags of the answer */
  render: (request: Request, tag: (name: string) => void) => Promise<Response>
  siteUrl: string
  publishableKey: string
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** Pause between attempts while the database is away, in milliseconds. */
const RETRY_MS = 1_000

/** Longest wait for a newer response when a stale one could be sent, in milliseconds. */
const TIMEOUT_MS = 1_000

/** Renders what is missing in a store or stale, and stores it. */
export function createRevalidation(store: ResponseStore<CachedResponse>, options: RevalidationOptions) {
  const { siteUrl, publishableKey, clock } = options
  const renders = createInFlightRenders(render)
  let awayUntil = 0

  async function render(key: string, tags: Set<string>): Promise<CachedResponse> {
    const renderedAt = clock()
    const expiresAt = renderedAt + untilIndianMidnight(renderedAt)
    const headers = key.startsWith('/rest/') ? { apikey: publishableKey } : undefined
    const request = new Request(siteUrl + key, headers && { headers })
    const response = await options.render(request, (name) => tags.add(name))
    return CachedResponse.from(response, { tags, renderedAt, expiresAt })
  }

  function save(key: string, response: CachedResponse, isStale: boolean): void {
    // A render that began later may have finished first.
    if (isStale && store.get(key)?.isStale === false) return
    response.onChange = () => store.resize(key, response)
    response.isStale = isStale
    store.set(key, response)
  }

  async function revalidate(key: string): Promise<CachedResponse> {
    const { response, isStale } = await renders.get(key, indianDay(clock()))
    // A share image is also refused when too many wait to be drawn.
    if (response.status === 503 && !key.startsWith('/share/')) awayUntil = clock() + RETRY_MS
    if (response.status >= 500) return response
    awayUntil = 0
    if (response.status === (key === NOT_FOUND_PATH ? 404 : 200)) save(key, response, isStale())
    else store.delete(key)
    return response
  }

  return {
    /** The response as it is now, also when it is a failure. */
    revalidate,
    /** @returns null when there is only a failure, or when it takes too long */
    async revalidateSoon(key: string): Promise<CachedResponse | null> {
      if (clock() < awayUntil) return null
      const arrived = new AbortController()
      const timeout = pause(TIMEOUT_MS, null, arrived).catch(() => null)
      const response = await Promise.race([revalidate(key), timeout]).finally(() => arrived.abort())
      return response && response.status < 500 ? response : null
    },
    /** @param tags what has changed; null for anything */
    invalidate(tags: ReadonlySet<string> | null): void {
      store.invalidate(tags)
      renders.invalidate(tags)
    },
  }
}
