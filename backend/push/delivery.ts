import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Sql } from 'postgres'
import type { ThreadMessage, ThreadStart } from './delivery-thread.ts'
import type { Outcome } from './outcome.ts'

interface DeliveryOptions extends ThreadStart {
  /** Connections that are "service_role". */
  sql: Sql
  logFailure: (what: string, error: unknown) => void
}

/** Messages that this server has tried to send since it started, by what became of them. */
export type DeliveryFigures = Readonly<Record<Outcome['outcome'], number>>

export interface Deliveries {
  readonly figures: DeliveryFigures
  /** Looks for work now, not only at the next regular look. */
  wake(): void
  /** Finishes and records what is under way. */
  close(): Promise<void>
}

/** Each thread is one worker. */
const mostThreads = Math.min(2, availableParallelism())
/** Messages live for a moment: room for more of them at a time would only be memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }
/** Milliseconds between two looks, which find what other servers left behind and what has waited long enough. */
const lookInterval = 1_000
const tidyInterval = 3_600_000
/** Milliseconds that threads get to record what is under way. */
const gracePeriod = 3_000

/** Starts threads that deliver while something is due. Any number of servers do so on one database. */
export function openDeliveries({ sql, logFailure, ...start }: DeliveryOptions): Deliveries {
  const threads = new Set<Worker>()
  const figures = { sent: 0, failed: 0, gone: 0, again: 0 }
  let isClosed = false
  let isFailing = false
  let looking: Promise<void> | null = null
  let isWoken = false

  async function look(): Promise<void> {
    if (isClosed || threads.size >= mostThreads) return
    try {
      const [row] = await sql<{ due: boolean }[]>`select push.is_due() as due`
      isFailing = false
      if (row?.due && !isClosed) startThread()
    } catch (error) {
      if (!isFailing && !isClosed) logFailure('The queue of notifications cannot be read', error)
      isFailing = true
    }
  }

  function wake(): void {
    // A look that has begun may have missed what is there now.
    isWoken = looking !== null
    looking ??= look().finally(() => {
      looking = null
      if (isWoken) wake()
    })
  }

  function startThread(): void {
    const thread = new Worker(new URL('./delivery-thread.ts', import.meta.url), { workerData: start, resourceLimits })
    threads.add(thread)
    thread.on('message', (message: ThreadMessage) => {
      if ('alarm' in message) logFailure('A push service refuses messages', message.alarm)
      else if ('outcomes' in message) for (const outcome of message.outcomes) figures[outcome] += 1
      // There may be enough for one more.
      else wake()
    })
    thread.on('error', (error) => {
      if (!isFailing && !isClosed) logFailure('A delivery thread failed; another one goes on', error)
      isFailing = true
    })
    thread.on('exit', (code) => {
      threads.delete(thread)
      if (code === 0) wake()
    })
  }

  const clock = setInterval(wake, lookInterval).unref()
  const tidying = setInterval(() => {
    sql`select push.tidy()`.catch((error: unknown) => logFailure('Old push records could not be removed', error))
  }, tidyInterval).unref()

  return {
    figures,
    wake,
    async close() {
      isClosed = true
      clearInterval(clock)
      clearInterval(tidying)
      await looking
      const exits = [...threads].map((thread) => new Promise((resolve) => thread.once('exit', resolve)))
      for (const thread of threads) thread.postMessage('stop')
      const killTimer = setTimeout(() => {
        for (const thread of threads) void thread.terminate()
      }, gracePeriod)
      await Promise.all(exits)
      clearTimeout(killTimer)
    },
  }
}
