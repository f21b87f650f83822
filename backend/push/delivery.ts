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

/** Messages that this server has tried to send since it started, by outcome. */
export type DeliveryFigures = Readonly<Record<Outcome['outcome'], number>>

export interface Deliveries {
  readonly figures: DeliveryFigures
  /** Polls the queue now, without waiting for the next interval. */
  wake(): void
  /** Resolves when the messages in flight are sent and recorded. */
  close(): Promise<void>
}

/** Each thread is one worker. */
const mostThreads = Math.min(2, availableParallelism())
/** Messages are short-lived objects: a larger young generation would only take memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }
/** Milliseconds between polls, which find retries that are due and work that other servers have left. */
const pollInterval = 1_000
const tidyInterval = 3_600_000
/** Milliseconds that threads have to record the messages in flight. */
const gracePeriod = 3_000

/** Starts threads that deliver while work is due. Any number of servers may do so on one database. */
export function openDeliveries({ sql, logFailure, ...start }: DeliveryOptions): Deliveries {
  const threads = new Set<Worker>()
  const figures = { sent: 0, failed: 0, gone: 0, again: 0 }
  let isClosed = false
  let isQueueUnreadable = false
  let isThreadFailing = false
  let polling: Promise<void> | null = null
  let isWoken = false

  async function poll(): Promise<void> {
    if (isClosed || threads.size >= mostThreads) return
    try {
      const [row] = await sql<{ due: boolean }[]>`select push.is_due() as due`
      isQueueUnreadable = false
      if (row?.due && !isClosed) startThread()
    } catch (error) {
      if (!isQueueUnreadable && !isClosed) logFailure('The queue of notifications cannot be read', error)
      isQueueUnreadable = true
    }
  }

  function wake(): void {
    // A poll in flight may miss work that was queued after it began.
    isWoken = polling !== null
    polling ??= poll().finally(() => {
      polling = null
      if (isWoken) wake()
    })
  }

  function startThread(): void {
    const thread = new Worker(new URL('./delivery-thread.ts', import.meta.url), { workerData: start, resourceLimits })
    threads.add(thread)
    thread.on('message', (message: ThreadMessage) => {
      if ('alarm' in message) logFailure('A push service refuses messages', message.alarm)
      else if ('outcomes' in message) {
        isThreadFailing = false
        for (const outcome of message.outcomes) figures[outcome] += 1
      }
      // There may be enough work for one more thread.
      else wake()
    })
    thread.on('error', (error) => {
      if (!isThreadFailing && !isClosed) logFailure('A delivery thread failed; the next poll starts another one', error)
      isThreadFailing = true
    })
    thread.on('exit', (code) => {
      threads.delete(thread)
      if (code === 0) wake()
    })
  }

  const poller = setInterval(wake, pollInterval).unref()
  const tidying = setInterval(() => {
    sql`select push.tidy()`.catch((error: unknown) => logFailure('Old push records could not be removed', error))
  }, tidyInterval).unref()

  return {
    figures,
    wake,
    async close() {
      isClosed = true
      clearInterval(poller)
      clearInterval(tidying)
      await polling
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
