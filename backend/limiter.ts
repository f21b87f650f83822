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
  const queue: (() => void)[] = []
  let running = 0

  return async function run(work) {
    if (running >= parallel) {
      if (queue.length >= waiting) throw new TooManyWaiting()
      await new Promise<void>((start) => queue.push(start))
    } else running += 1
    try {
      return await work()
    } finally {
      // The next task takes over the slot.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
