import { createLimiterByClient } from '#backend/limiter-by-key.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import { isLocalClient } from './client-address.ts'

interface RenderLimits {
  /** Renders of one address at once. */
  atOnce: number
  /** Requests of one address that may wait for one of them. */
  waiting: number
  /** Longest wait, in milliseconds. */
  longestWait: number
  /** The same limits for all addresses together. */
  inAll: { atOnce: number; waiting: number }
}

const LIMITS: RenderLimits = { atOnce: 2, waiting: 60, longestWait: 4_000, inAll: { atOnce: 12, waiting: 600 } }

/** @returns what `render` returns, or null when the address, or all addresses together, have too many renders */
export type RenderLimit = <T>(address: string, render: () => Promise<T>) => Promise<T | null>

/**
 * Limits the renders of each address, so that one that requests many different pages does not delay the others, and those
 * of all addresses: pages whose data arrive in the same turn of the event loop are rendered one after the other, while
 * everything else waits, even what is in memory. Programs on this machine are not limited.
 * Source: docs/behaviour/limits.md#rendered-pages
 */
export function createRenderLimit(limits: Partial<RenderLimits> = {}): RenderLimit {
  const { atOnce, waiting, longestWait, inAll } = { ...LIMITS, ...limits }
  const limit = createLimiterByClient(atOnce, waiting, longestWait)
  const limitInAll = createLimiter(inAll.atOnce, inAll.waiting, longestWait)
  return async (address, render) => {
    if (isLocalClient(address)) return render()
    try {
      return await limit(address, () => limitInAll(render))
    } catch (error) {
      if (error instanceof TooManyWaiting) return null
      throw error
    }
  }
}
