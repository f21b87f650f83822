import { createLimiter, TooManyWaiting, type Limiter } from '#backend/limiter.ts'

/** Calls of one key that wait, and for how many milliseconds at most. */
const [waiting, longestWait] = [100, 3_000]

/**
 * Runs the work of each key one after the other: the database counts the calls of a client in one row, so those that it
 * sends at once would otherwise wait for each other on connections that others need.
 * @returns what the work returns, or null when too many wait
 */
export function createOneAtATime() {
  const keys = new Map<string, { run: Limiter; calls: number }>()
  return async function run<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const found = keys.get(key) ?? { run: createLimiter(1, waiting, longestWait), calls: 0 }
    keys.set(key, found)
    found.calls += 1
    try {
      return await found.run(work)
    } catch (error) {
      if (error instanceof TooManyWaiting) return null
      throw error
    } finally {
      found.calls -= 1
      if (found.calls === 0) keys.delete(key)
    }
  }
}
