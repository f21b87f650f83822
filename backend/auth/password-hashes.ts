import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createLimiter, type Limiter } from '#backend/limiter.ts'
import type { PasswordTask } from './password-thread.ts'

export interface PasswordHashes {
  /**
   * @param queue 'known' for a client that has signed in to this account before
   * @returns whether a password belongs to a hash; the hash null takes as long and belongs to none
   * @throws TooManyWaiting
   */
  matches(password: string, hash: string | null, queue: Queue): Promise<boolean>
  /** @throws TooManyWaiting */
  create(password: string, queue: Queue): Promise<string>
  close(): Promise<void>
}

type Queue = 'known' | 'unknown'

export const bcryptCost = 10

/** Compared when the account is unknown, so that timing does not reveal it. */
export const unknownAccountHash = '$2b$10$SQe0UxFoyAxulwgpBuiYlOr3TIlTw3yOQ/UgO7UYKte7k1FshwPCO'

/** Tasks of a queue that may wait, besides the one that runs. At 50 to 100 ms each the last one waits 3 seconds. */
const waiting = 30

/**
 * Hashes passwords in a thread of its own, since a hash would block the event loop that serves visitors. Tasks of known
 * clients have a queue of their own, whose turn comes after every task of the other one: guesses from elsewhere cannot
 * keep an admin out. The thread starts with the first task. Source: docs/decisions/033
 */
export function openPasswordHashes(): PasswordHashes {
  const queues: Record<Queue, Limiter> = { known: createLimiter(1, waiting), unknown: createLimiter(1, waiting) }
  const oneAtATime = createLimiter(1, Object.keys(queues).length)
  const closing = new AbortController()
  let thread: Worker | null = null

  async function run(task: PasswordTask): Promise<unknown> {
    thread ??= startThread()
    const answer = once(thread, 'message', { signal: closing.signal })
    thread.postMessage(task)
    const [result] = await answer
    return result
  }

  function startThread(): Worker {
    const started = new Worker(new URL('./password-thread.ts', import.meta.url))
    started.unref()
    // The task that it was working on fails with the same error; the next one starts another thread.
    started.on('error', () => (thread = null))
    return started
  }

  const add = (task: PasswordTask, queue: Queue) => queues[queue](() => oneAtATime(() => run(task)))

  return {
    matches: async (password, hash, queue) => {
      const isEqual = await add({ password, hash: hash ?? unknownAccountHash }, queue)
      return isEqual === true && hash !== null
    },
    create: async (password, queue) => String(await add({ password, cost: bcryptCost }, queue)),
    close: async () => {
      closing.abort()
      await thread?.terminate()
    },
  }
}
