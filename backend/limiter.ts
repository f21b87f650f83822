import pLimit from 'p-limit'

/** The queue is full: one more task would wait too long. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limits how many heavy tasks run at once, so that they leave capacity for other work.
 * @param parallel tasks that run at once
 * @param waiting tasks that may wait; one more is rejected with TooManyWaiting
 */
export function createLimiter(parallel: number, waiting: number): Limiter {
  const limit = pLimit(parallel)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= parallel + waiting) throw new TooManyWaiting()
    return limit(work)
  }
}
