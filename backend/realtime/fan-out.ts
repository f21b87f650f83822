import { setImmediate as otherWork, setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { isConnectionLost } from '#backend/database-refusal.ts'
import type { Audience, Audiences } from './audiences.ts'
import type { Change, ChangeListener } from './change-feed.ts'
import { createMessages } from './change-messages.ts'
import type { PublishedTables } from './published-tables.ts'
import { whoSees, type Seen } from './seen.ts'

interface FanOut extends ChangeListener {
  close(): Promise<void>
}

interface FanOutOptions {
  /** Connection of the database owner. */
  sql: postgres.Sql
  tables: PublishedTables
  audiences: Audiences
  logFailure: (what: string, error: unknown) => void
}

/** Changes that are looked at together. */
const batchSize = 500
/** Bytes of changes that may wait; beyond, everybody starts over. */
const longestQueue = 32_000_000
/** Writes between which the process does other work. */
const writesAtOnce = 500
/** Milliseconds until the database is asked again when it is away. */
const retryPause = 200
/** Messages that may be sent to an audience at once, and that are allowed per second beyond. */
const burst = 500_000
const perSecond = 50_000

/**
 * Passes changes on to everybody who may see them: one question per reader and table, one encoding per audience. An
 * audience that more happens to than can be sent starts over: its channels fail, their clients join again and read anew.
 */
export function createFanOut({ sql, tables, audiences, logFailure }: FanOutOptions): FanOut {
  const messagesFor = createMessages(tables)
  const canAfford = createAllowance()
  let queue: Change[] = []
  let queuedBytes = 0
  let isClosed = false
  let running: Promise<void> = Promise.resolve()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (queue.length > 0 && !isClosed) {
      const changes = queue
      queue = []
      queuedBytes = 0
      for (const [table, ofTable] of Map.groupBy(changes, (change) => change.table)) {
        if (ofTable.some(({ kind }) => kind === 'MANY')) restart(audiences.interestedIn(table))
        for (let first = 0; first < ofTable.length && !isClosed; first += batchSize) {
          await deliver(table, ofTable.slice(first, first + batchSize))
        }
      }
    }
    isRunning = false
  }

  async function deliver(table: string, changes: readonly Change[]): Promise<void> {
    const interested = audiences.interestedIn(table)
    const seen = interested.length > 0 && (await look(interested, table, changes))
    if (!seen) return restart(interested)
    for (const audience of interested) {
      const frames = messagesFor(audience, seen)
      const isTooMuch = !canAfford(audience, frames.length * audience.members.size)
      if (isTooMuch) restart([audience])
      else if (frames.length > 0) await send(audience, Buffer.concat(frames))
    }
  }

  /** @returns null when nobody can be told anything */
  async function look(interested: Audience[], table: string, changes: readonly Change[]): Promise<Seen | null> {
    while (!isClosed) {
      try {
        return await whoSees(sql, interested, { table, changes })
      } catch (error) {
        if (!isConnectionLost(error)) {
          logFailure('Changes could not be passed on', error)
          return null
        }
        await pause(retryPause)
      }
    }
    return null
  }

  const restart = (affected: Audience[]) => {
    for (const audience of affected) for (const member of audience.members) member.restart()
  }

  function drop(): void {
    queue = []
    queuedBytes = 0
    restart(audiences.all())
  }

  return {
    changed: (changes) => {
      queue.push(...changes)
      for (const { record, previous } of changes) queuedBytes += (record?.length ?? 0) + (previous?.length ?? 0)
      if (queuedBytes > longestQueue) drop()
      if (!isRunning) running = run()
    },
    lost: drop,
    close: () => {
      isClosed = true
      return running
    },
  }
}

async function send(audience: Audience, bytes: Buffer): Promise<void> {
  let written = 0
  for (const member of audience.members) {
    member.write(bytes)
    written += 1
    if (written % writesAtOnce === 0) await otherWork()
  }
}

/** @returns whether an audience may be sent so many messages now */
function createAllowance() {
  const spent = new WeakMap<Audience, { messages: number; at: number }>()
  return (audience: Audience, messages: number): boolean => {
    const now = performance.now()
    const last = spent.get(audience) ?? { messages: 0, at: now }
    const total = Math.max(0, last.messages - ((now - last.at) / 1000) * perSecond) + messages
    spent.set(audience, { messages: total, at: now })
    return total <= burst
  }
}
