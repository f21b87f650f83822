import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import postgres from 'postgres'
import { connecting, connectionSettings } from '#backend/request-roles.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { runWorker } from './delivery-worker.ts'
import type { Outcome } from './outcome.ts'
import { createMessenger, type PushSettings } from './send-message.ts'

/** What a thread is started with. */
export interface ThreadStart {
  databaseUrl: string
  settings: PushSettings
}

/** What a thread says: that it has found work, what became of messages, or what a push service refused. */
export type ThreadMessage = { claimed: true } | { outcomes: Outcome['outcome'][] } | { alarm: string }

/**
 * One worker of deliveries in a thread of its own: encrypting keeps a processor busy, and visitors must not wait for it.
 * It ends when nothing is due; any message ends it sooner.
 */
const { databaseUrl, settings } = workerData as ThreadStart
const stop = new AbortController()
const say = (message: ThreadMessage) => parentPort?.postMessage(message)
parentPort?.on('message', () => stop.abort()).unref()

const sql = postgres(databaseUrl, {
  max: 2,
  ...connecting,
  connection: {
    ...connectionSettings,
    role: 'service_role',
    statement_timeout: 30_000,
    // A checkpoint that a crash of the database forgets is a few messages sent twice, which the topic hides.
    synchronous_commit: 'off',
  },
})
const messenger = createMessenger(settings)
try {
  await runWorker({
    queue: createDeliveryQueue(sql, randomUUID()),
    messenger,
    stop: stop.signal,
    claimed: () => say({ claimed: true }),
    recorded: (outcomes) => say({ outcomes: outcomes.map(({ outcome }) => outcome) }),
    alarm: (alarm) => say({ alarm }),
  })
} finally {
  messenger.close()
  await sql.end({ timeout: 1 })
}
