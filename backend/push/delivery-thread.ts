import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import postgres from 'postgres'
import { connecting, connectionSettings } from '#backend/database/request-roles.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { runWorker } from './delivery-worker.ts'
import type { Outcome } from './outcome.ts'
import { createMessenger, type PushSettings } from './send-message.ts'

/** Data that a thread is started with. */
export interface ThreadStart {
  databaseUrl: string
  settings: PushSettings
}

/** Messages of a thread: it has claimed work, has recorded outcomes, or a push service has rejected messages. */
export type ThreadMessage = { claimed: true } | { outcomes: Outcome['outcome'][] } | { alarm: string }

/**
 * Runs one delivery worker in its own thread, since encryption would block the event loop that serves visitors. The
 * thread ends when nothing is due, or after any message to it.
 */
const { databaseUrl, settings } = workerData as ThreadStart
const stop = new AbortController()
const post = (message: ThreadMessage) => parentPort?.postMessage(message)
parentPort?.on('message', () => stop.abort()).unref()

const sql = postgres(databaseUrl, {
  max: 2,
  ...connecting(30),
  connection: {
    ...connectionSettings,
    role: 'service_role',
    statement_timeout: 30_000,
    // A crash of the database may lose a checkpoint. A few messages are then sent twice; their topics merge them.
    synchronous_commit: 'off',
  },
})
const messenger = createMessenger(settings)
try {
  await runWorker({
    queue: createDeliveryQueue(sql, randomUUID()),
    messenger,
    stop: stop.signal,
    onClaimed: () => post({ claimed: true }),
    onRecorded: (outcomes) => post({ outcomes: outcomes.map(({ outcome }) => outcome) }),
    onRejected: (alarm) => post({ alarm }),
  })
} finally {
  messenger.close()
  await sql.end({ timeout: 1 })
}
