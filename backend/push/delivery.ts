import type { Sql } from 'postgres'
import { createDeliveryThreads, mostThreads } from './delivery-threads.ts'
import type { ThreadStart } from './delivery-thread.ts'
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
  /** Starts all threads: messages follow within seconds, and then find threads that have loaded and connected. */
  prepare(): void
  /** Polls the queue now, without waiting for the next interval. */
  wake(): void
  /** Resolves when the messages in flight are sent and recorded. */
  close(): Promise<void>
}

/** Milliseconds between polls, which find retries that are due and work that other servers have left. */
const pollInterval = 1_000
const tidyInterval = 3_600_000

/** Starts threads that deliver while work is due. Any number of servers may do so on one database. */
export function openDeliveries({ sql, logFailure, ...start }: DeliveryOptions): Deliveries {
  const figures = { sent: 0, failed: 0, gone: 0, again: 0 }
  const threads = createDeliveryThreads(start, {
    onChange: wake,
    onOutcomes: (outcomes) => {
      for (const outcome of outcomes) figures[outcome] += 1
    },
    logFailure,
  })
  let isClosed = false
  let isQueueUnreadable = false
  let polling: Promise<void> | null = null
  let isWoken = false

  async function poll(): Promise<void> {
    if (isClosed || threads.areBusy) return
    try {
      const [row] = await sql<{ due: number }[]>`
        select case when push.is_due() then greatest(1, (
          select count(*) from (select from push.batches where lease_until <= now() limit ${mostThreads}) as free
        )) else 0 end::integer as due`
      isQueueUnreadable = false
      if (row?.due && !isClosed) threads.work(row.due)
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

  const poller = setInterval(wake, pollInterval).unref()
  const tidying = setInterval(() => {
    sql`select push.tidy()`.catch((error: unknown) => logFailure('Old push records could not be removed', error))
  }, tidyInterval).unref()

  return {
    figures,
    prepare: () => {
      if (!isClosed) threads.prepare()
    },
    wake,
    async close() {
      isClosed = true
      clearInterval(poller)
      clearInterval(tidying)
      await polling
      await threads.close()
    },
  }
}
