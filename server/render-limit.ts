import { createLimiterByClient } from '#backend/limiter-by-key.ts'
import { TooManyWaiting } from '#backend/limiter.ts'
import { isLocalClient } from './client-address.ts'

interface RenderLimits {
  /** Renders of one address at once. */
  atOnce: number
  /** Requests of one address that may wait for one of them. */
  waiting: number
  /** Longest wait, in milliseconds. */
  longestWait: number
}

const LIMITS: RenderLimits = { atOnce: 2, waiting: 60, longestWait: 4_000 }

/** @returns what `render` returns, or null when the address has too many renders */
export type RenderLimit = <T>(address: string, render: () => Promise<T>) => Promise<T | null>

/**
 * Limits the renders of each address, so that one that requests many different pages does not delay the others. Programs
 * on this machine are not limited.
 * Source: docs/behaviour/limits.md#rendered-pages
 */
export function createRenderLimit({ atOnce, waiting, longestWait } = LIMITS): RenderLimit {
  const limit = createLimiterByClient(atOnce, waiting, longestWait)
  return async (address, render) => {
    if (isLocalClient(address)) return render()
    try {
      return await limit(address, render)
    } catch (error) {
      if (error instanceof TooManyWaiting) return null
      throw error
    }
  }
}
