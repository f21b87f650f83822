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

/**
 * Messages of a thread: it has claimed work or found none, has recorded outcomes, or a push service has rejected
 * messages.
 */
export type ThreadMessage = { isBusy: boolean } | { outcomes: Outcome['outcome'][] } | { alarm: string }

/** Messages to a thread: something is due, or it has to end. */
type ThreadCommand = 'look' | 'stop'

/**
 * Milliseconds that a thread without work waits for more: longer than a notification can be undone, so that the threads
 * that were started for it are ready when it leaves.
 */
const idleTime = 15_000

/**
 * Runs one delivery worker in its own thread, since encryption would block the event loop that serves visitors. The
 * thread ends when nothing has been due for a while.
 */
const { databaseUrl, settings } = workerData as ThreadStart
const stop = new AbortController()
const post = (message: ThreadMessage) => parentPort?.postMessage(message)
let onCommand = () => {}
let isDue = true
parentPort
  ?.on('message', (command: ThreadCommand) => {
    if (command === 'look') isDue = true
    else stop.abort()
    onCommand()
  })
  .unref()

/** Waits until something is due, until the thread has to end, or until the timeout. */
function waitForWork(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, idleTime)
    onCommand = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

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
const queue = createDeliveryQueue(sql, randomUUID())
try {
  while (isDue && !stop.signal.aborted) {
    isDue = false
    await runWorker({
      queue,
      messenger,
      stop: stop.signal,
      onClaimed: () => post({ isBusy: true }),
      onRecorded: (outcomes) => post({ outcomes: outcomes.map(({ outcome }) => outcome) }),
      onRejected: (alarm) => post({ alarm }),
    })
    post({ isBusy: false })
    if (!isDue && !stop.signal.aborted) await waitForWork()
  }
} finally {
  messenger.close()
  await sql.end({ timeout: 1 })
}
