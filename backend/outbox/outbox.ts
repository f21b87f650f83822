import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { connecting, connectionSettings } from '#backend/database/request-roles.ts'
import { createChangeReader, type Change } from './change-reader.ts'
import { createPositionStore, createPruning } from './outbox-position.ts'

export interface ChangeListener {
  /**
   * Called with every committed change once; those of one row in their order. Must return quickly.
   * @param position the position after these changes, or null when more changes up to the same position follow
   */
  onChanges(changes: readonly Change[], position: string | null): void
  /** Called when changes may be missing: data that was derived from earlier ones is stale. */
  onGap(): void
}

export interface Outbox {
  /** Whether the first listener gets the changes that were committed between the previous server and this one. */
  readonly isResumed: boolean
  /** @returns a function that ends the subscription */
  subscribe(listener: ChangeListener): () => void
  /** Timestamp (performance.now) up to which the listeners have got every committed change. */
  readonly readUntil: number
  /** Stores where the next server continues: all changes up to there have been delivered. */
  savePosition(position: string): void
  close(): Promise<void>
}

/** The outbox is read once a second. After this many milliseconds without a read, changes may be missing. */
export const LONGEST_UNREAD_MS = 2_500

/** Milliseconds between polls when no notification arrives. */
const pollInterval = 1_000
/** The same while notifications get lost. */
const shortPollInterval = 100
/** Milliseconds until a retry after a failure. */
const retryPause = 200

/**
 * Follows the changes that triggers write into outbox.changes. Notifications only
 * shorten the wait. Source: docs/decisions/011
 * @param databaseUrl address of a migrated database, as its owner
 * @param logFailure called once when the database cannot be reached any more
 */
export async function openOutbox(
  databaseUrl: string,
  logFailure: (what: string, error: unknown) => void,
): Promise<Outbox> {
  const { listeners, notify } = createListeners(logFailure)
  const waiter = createWaiter()
  /** How many connections have closed so far, and how many when LISTEN was sent, which ends with its connection. */
  let [closed, listeningSince] = [0, -1]
  /** Whether changes were found without a notification, as happens behind a connection pooler. */
  let losesNotifications = false
  const sql = connect(databaseUrl, {
    onnotify: () => {
      losesNotifications = false
      waiter.wake()
    },
    onclose: () => {
      closed += 1
      waiter.wake()
    },
  })
  const positions = createPositionStore(sql)
  const { position: start, isRecent } = await positions.read()
  positions.set(start)
  const reader = createChangeReader(sql, start)
  const pruning = createPruning(sql)
  let readUntil = performance.now()
  let failing = false
  let following: Promise<void> | null = null

  /** Reads all new changes, and passes them to the listeners page by page. @returns whether there were any */
  async function readAll(): Promise<boolean> {
    // A new connection repeats LISTEN before it reads. One that closes while this waits for the response counts as new.
    const current = closed
    if (listeningSince !== current) await sql`listen suchana_changes`
    listeningSince = current
    for (let found = false; ; found = true) {
      const { changes, position, isLost } = await reader.read()
      if (isLost) {
        positions.set(reader.snapshot)
        pruning.startOver()
        notify((listener) => listener.onGap())
      } else if (changes.length > 0) notify((listener) => listener.onChanges(changes, position))
      if (changes.length === 0 || waiter.isStopped) return found
      if (position) return true
    }
  }

  async function follow(): Promise<void> {
    while (!waiter.isStopped) {
      const interval = losesNotifications ? shortPollInterval : pollInterval
      const wasWoken = await waiter.wait(failing ? retryPause : interval)
      const startedAt = performance.now()
      try {
        const found = await readAll()
        readUntil = startedAt
        losesNotifications ||= found && !wasWoken
        await positions.save()
        await pruning.prune(reader.snapshot)
        failing = false
      } catch (error) {
        listeningSince = -1
        if (!failing && !waiter.isStopped) logFailure('The changes of the database cannot be read', error)
        failing = true
      }
    }
  }

  return {
    isResumed: isRecent,
    get readUntil() {
      return readUntil
    },
    subscribe: (listener) => {
      listeners.add(listener)
      waiter.wake()
      following ??= follow()
      return () => listeners.delete(listener)
    },
    savePosition: (position) => positions.set(position),
    close: async () => {
      waiter.stop()
      // The timeout is for a database that does not respond.
      const saved = Promise.resolve(following).then(() => positions.save(true))
      await Promise.race([saved.catch(() => {}), pause(1_000)])
      await sql.end({ timeout: 1 })
    },
  }
}

function connect(databaseUrl: string, events: { onnotify: () => void; onclose: () => void }): postgres.Sql {
  const options = {
    max: 1,
    max_lifetime: null,
    ...connecting(10),
    // The plan must not depend on how many changes there were when statistics were taken.
    connection: { ...connectionSettings, statement_timeout: 10_000, enable_seqscan: 'off' },
    ...events,
  }
  return postgres(databaseUrl, options)
}

function createListeners(logFailure: (what: string, error: unknown) => void) {
  const listeners = new Set<ChangeListener>()
  return {
    listeners,
    /** A listener that throws does not affect the others. */
    notify: (call: (listener: ChangeListener) => void): void => {
      for (const listener of listeners) {
        try {
          call(listener)
        } catch (error) {
          logFailure('A listener to changes failed', error)
        }
      }
    },
  }
}

/** Waits until it is woken, or until a timeout. */
function createWaiter() {
  let isWoken = false
  let resolveWait: (() => void) | null = null
  const waiter = {
    isStopped: false,
    wake: () => {
      isWoken = true
      resolveWait?.()
    },
    stop: () => {
      waiter.isStopped = true
      waiter.wake()
    },
    /** @returns whether it was woken */
    wait: async (milliseconds: number): Promise<boolean> => {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          resolveWait = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        resolveWait = null
      }
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
  }
  return waiter
}
