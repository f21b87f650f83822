import { createLimiter, type Limiter } from './limiter.ts'

/** Runs a task of a key, such as the address of a client. */
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
