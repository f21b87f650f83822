import { UPLOAD } from '#domain/messages.ts'
import { StorageRefusal } from './storage-refusal.ts'

/**
 * Lets heavy work wait for its turn, so that it never takes more of the machine than it may.
 * @param parallel pieces of work that run at once
 * @param waiting pieces that may wait; one more is refused
 */
export function inTurn(parallel: number, waiting: number) {
  const queue: (() => void)[] = []
  let running = 0

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= parallel) {
      if (queue.length >= waiting) throw new StorageRefusal('SlowDown', UPLOAD.busy)
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
