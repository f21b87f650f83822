import { networksOf } from './client-networks.ts'
import { createLimiter, type Limiter } from './limiter.ts'

/** Runs a task of a key, such as a client as `networksOf` counts it. */
export type LimiterByKey = <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Limits how many tasks of each key run at once and wait, so that one client does not delay the others.
 * @param limits of each key, as for `createLimiter`
 * @returns runs a task, or rejects with TooManyWaiting; a key without tasks takes no memory
 */
export function createLimiterByKey(...limits: Parameters<typeof createLimiter>): LimiterByKey {
  const keys = new Map<string, { run: Limiter; tasks: number }>()
  return async (key, work, signal) => {
    const found = keys.get(key) ?? { run: createLimiter(...limits), tasks: 0 }
    keys.set(key, found)
    found.tasks += 1
    try {
      return await found.run(work, signal)
    } finally {
      found.tasks -= 1
      if (found.tasks === 0) keys.delete(key)
    }
  }
}

/**
 * Limits the tasks of each client in the same way, and those of each wide network to its share of them.
 * @param longestWait milliseconds, for the turn of the client and once more for that of its wide network
 */
export function createLimiterByClient(parallel: number, waiting: number, longestWait: number): LimiterByKey {
  const limiters = new Map<number, LimiterByKey>()

  function limiterOf(share: number): LimiterByKey {
    const limiter = limiters.get(share) ?? createLimiterByKey(parallel * share, waiting * share, longestWait)
    limiters.set(share, limiter)
    return limiter
  }

  return (client, work, signal) => {
    let run = work
    for (const { name, share } of networksOf(client).toReversed()) {
      const inner = run
      run = () => limiterOf(share)(name, inner, signal)
    }
    return run()
  }
}
