import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { connecting, connectionSettings } from '#backend/request-roles.ts'
import { createChangeReader, type Change } from './change-reader.ts'
import { createMemory, createPruning } from './outbox-position.ts'

export interface ChangeListener {
  /**
   * Every committed change once; those of one row in their order. Must return quickly.
   * @param position until where these changes go, or null when more of what was committed together follows
   */
  changed(changes: readonly Change[], position: string | null): void
  /** Changes may be missing from here on: whatever was derived from earlier ones is stale. */
  lost(): void
}

export interface Outbox {
  /** Whether the first listener hears of changes that were committed between the last server and this one. */
  readonly goesOn: boolean
  /** @returns stops listening */
  listen(listener: ChangeListener): () => void
  /** Moment (performance.now) until when every committed change has been told. */
  readonly readUntil: number
  /** Where the next server goes on: everything until there has been passed on. */
  remember(position: string): void
  close(): Promise<void>
}

/** Milliseconds between looks when no notification comes. */
const lookInterval = 1_000
/** The same while notifications do not arrive. */
const deafLookInterval = 100
/** Milliseconds until the feed tries again after a failure. */
const retryPause = 200
/**
 * Follows the changes that triggers write into feed.changes. Notifications only
 * shorten the wait. Source: docs/decisions/011
 * @param databaseUrl address of a migrated database, as its owner
 * @param logFailure told once when the database goes away
 */
export async function openOutbox(
  databaseUrl: string,
  logFailure: (what: string, error: unknown) => void,
): Promise<Outbox> {
  const { listeners, tell } = createListeners(logFailure)
  const alarm = createAlarm()
  let isListening = false
  /** Whether changes were found that nothing had announced, as it happens behind a connection pooler. */
  let isDeaf = false
  const sql = connect(databaseUrl, {
    onnotify: () => {
      isDeaf = false
      alarm.ring()
    },
    onclose: () => {
      isListening = false
      alarm.ring()
    },
  })
  const memory = createMemory(sql)
  const { position: start, isRecent } = await memory.recall()
  memory.remember(start)
  const reader = createChangeReader(sql, start)
  const pruning = createPruning(sql)
  let readUntil = performance.now()
  let failing = false
  let following: Promise<void> | null = null

  /** Reads everything there is, and hands it on page by page. @returns whether there was anything */
  async function readAll(): Promise<boolean> {
    // A lost connection listens to nothing, so the next one asks again before it reads.
    if (!isListening) await sql`listen suchana_changes`
    isListening = true
    for (let found = false; ; found = true) {
      const { changes, position, isLost } = await reader.read()
      if (isLost) {
        memory.remember(reader.snapshot)
        tell((listener) => listener.lost())
      } else if (changes.length > 0) tell((listener) => listener.changed(changes, position))
      if (changes.length === 0 || alarm.isOff) return found
      if (position) return true
    }
  }

  async function follow(): Promise<void> {
    while (!alarm.isOff) {
      const interval = isDeaf ? deafLookInterval : lookInterval
      const wasRung = await alarm.wait(failing ? retryPause : interval)
      const looking = performance.now()
      try {
        const found = await readAll()
        readUntil = looking
        isDeaf ||= found && !wasRung
        await memory.save()
        await pruning.prune(reader.snapshot)
        failing = false
      } catch (error) {
        isListening = false
        if (!failing && !alarm.isOff) logFailure('The changes of the database cannot be read', error)
        failing = true
      }
    }
  }

  return {
    goesOn: isRecent,
    get readUntil() {
      return readUntil
    },
    listen: (listener) => {
      listeners.add(listener)
      alarm.ring()
      following ??= follow()
      return () => listeners.delete(listener)
    },
    remember: (position) => memory.remember(position),
    close: async () => {
      alarm.turnOff()
      // A database that does not answer cannot be waited for.
      const saved = Promise.resolve(following).then(() => memory.save(true))
      await Promise.race([saved.catch(() => {}), pause(1_000)])
      await sql.end({ timeout: 1 })
    },
  }
}

function connect(databaseUrl: string, events: { onnotify: () => void; onclose: () => void }): postgres.Sql {
  const options = {
    max: 1,
    max_lifetime: null,
    ...connecting,
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
    /** One that fails keeps nothing from the others. */
    tell: (say: (listener: ChangeListener) => void): void => {
      for (const listener of listeners) {
        try {
          say(listener)
        } catch (error) {
          logFailure('A listener to changes failed', error)
        }
      }
    },
  }
}

/** Sleeps until it is rung, or for a while. */
function createAlarm() {
  let isRung = false
  let wake: (() => void) | null = null
  const alarm = {
    isOff: false,
    ring: () => {
      isRung = true
      wake?.()
    },
    turnOff: () => {
      alarm.isOff = true
      alarm.ring()
    },
    /** @returns whether it was rung */
    wait: async (milliseconds: number): Promise<boolean> => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = null
      }
      const was = isRung
      isRung = false
      return was
    },
  }
  return alarm
}
