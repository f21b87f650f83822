import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ThreadMessage, ThreadStart } from './delivery-thread.ts'
import type { Outcome } from './outcome.ts'

interface ThreadEvents {
  /** Called when a thread has claimed work, has found none or has ended: others may be needed, or work may be left. */
  onChange: () => void
  /** Called with outcomes that are recorded. */
  onOutcomes: (outcomes: readonly Outcome['outcome'][]) => void
  logFailure: (what: string, error: unknown) => void
}

/** Each thread is one worker. */
export const mostThreads = Math.min(2, availableParallelism())
/** Messages are short-lived objects: a larger young generation would only take memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }
/** Milliseconds that threads have to record the messages in flight. */
const gracePeriod = 3_000

/** The threads of this server that deliver messages. */
export function createDeliveryThreads(start: ThreadStart, { onChange, onOutcomes, logFailure }: ThreadEvents) {
  /** Whether each thread has claimed work since it last found none. */
  const threads = new Map<Worker, { isBusy: boolean }>()
  let isFailing = false
  let isClosed = false

  const idle = () => [...threads].filter(([, { isBusy }]) => !isBusy).map(([thread]) => thread)

  function logThreadFailure(error: unknown): void {
    if (!isFailing && !isClosed) logFailure('A delivery thread failed; the next poll starts another one', error)
    isFailing = true
  }

  /** Starts as many threads as are possible and allowed. */
  function startThreads(count: number): void {
    try {
      for (let left = count; left > 0 && threads.size < mostThreads; left -= 1) startThread()
    } catch (error) {
      logThreadFailure(error)
    }
  }

  /** @throws when the system has no thread left */
  function startThread(): void {
    const thread = new Worker(new URL('./delivery-thread.ts', import.meta.url), { workerData: start, resourceLimits })
    const state = { isBusy: false }
    threads.set(thread, state)
    thread.on('message', (message: ThreadMessage) => {
      if ('alarm' in message) logFailure('A push service refuses messages', message.alarm)
      else if ('outcomes' in message) {
        isFailing = false
        onOutcomes(message.outcomes)
      } else {
        state.isBusy = message.isBusy
        onChange()
      }
    })
    thread.on('error', logThreadFailure)
    thread.on('exit', (code) => {
      threads.delete(thread)
      if (code === 0) onChange()
    })
  }

  return {
    /** Whether no further work can be taken. */
    get areBusy() {
      return threads.size >= mostThreads && idle().length === 0
    },
    /** Starts all threads, which then wait for work. */
    prepare(): void {
      startThreads(mostThreads)
    },
    /** @param wanted threads that can work at the same time on what is due */
    work(wanted: number): void {
      const ready = idle()
      for (const thread of ready) thread.postMessage('look')
      startThreads(wanted - ready.length)
    },
    /** Resolves when the messages in flight are sent and recorded. */
    async close(): Promise<void> {
      isClosed = true
      const exits = [...threads.keys()].map((thread) => new Promise((resolve) => thread.once('exit', resolve)))
      for (const thread of threads.keys()) thread.postMessage('stop')
      const killTimer = setTimeout(() => {
        for (const thread of threads.keys()) void thread.terminate()
      }, gracePeriod)
      await Promise.all(exits)
      clearTimeout(killTimer)
    },
  }
}
