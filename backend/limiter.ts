/** There are so many waiting already that one more would wait too long. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets heavy work wait for its turn, so that it never takes more of the machine than it may.
 * @param parallel pieces of work that run at once
 * @param waiting pieces that may wait; one more is refused with TooManyWaiting
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
      // Whoever is next takes over the place.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
