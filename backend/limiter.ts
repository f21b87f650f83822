import pLimit from 'p-limit'

/** The queue is full, or the task has waited too long in it. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

export type Limiter = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Limits how many heavy tasks run at once, so that they leave capacity for other work.
 * @param parallel tasks that run at once
 * @param waiting tasks that may wait; one more is rejected with TooManyWaiting
 * @param longestWait milliseconds after which a waiting task is rejected with TooManyWaiting; unlimited by default
 * @returns runs a task; a task whose signal was aborted while it waited is not started
 */
export function createLimiter(parallel: number, waiting: number, longestWait?: number): Limiter {
  const limit = pLimit(parallel)
  return async (work, signal) => {
    if (limit.activeCount + limit.pendingCount >= parallel + waiting) throw new TooManyWaiting()
    const wait = createWait(longestWait)
    const done = limit(async () => {
      wait.end()
      if (wait.isOver || signal?.aborted) throw new TooManyWaiting()
      return work()
    })
    return Promise.race([done, wait.exceeded])
  }
}

function createWait(longest: number | undefined) {
  const { promise: exceeded, reject } = Promise.withResolvers<never>()
  const wait = { isOver: false, exceeded, end: () => clearTimeout(timer) }
  const exceed = () => {
    wait.isOver = true
    reject(new TooManyWaiting())
  }
  const timer = longest === undefined ? undefined : setTimeout(exceed, longest)
  return wait
}
