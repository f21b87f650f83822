import { setImmediate as otherWork, setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { isConnectionLost } from '#backend/database/database-error.ts'
import type { Audience, Audiences } from './audiences.ts'
import type { ChangeListener } from '#backend/outbox/outbox.ts'
import type { Change } from '#backend/outbox/change-reader.ts'
import type { Backlog } from './backlog.ts'
import type { MessagesFor } from './change-messages.ts'
import { VisibleChanges } from './visible-changes.ts'

interface FanOut extends ChangeListener {
  /** Stops after the batch that is being sent. */
  close(): Promise<void>
}

interface FanOutOptions {
  /** Connection of the database owner. */
  sql: postgres.Sql
  audiences: Audiences
  messagesFor: MessagesFor
  backlog: Backlog
  /** Called with the position up to which all changes have been delivered. */
  delivered: (position: string) => void
  logFailure: (what: string, error: unknown) => void
}

/** Changes that are processed together. */
const batchSize = 500
/** Bytes of changes that may wait; beyond, all clients start over. */
const longestQueue = 32_000_000
/** Writes after which the event loop runs other work. */
const writesAtOnce = 500
/** Milliseconds until a retry when the database cannot be reached. */
const retryPause = 200
/** Messages that may be sent to an audience at once, and that are allowed per second beyond. */
const burst = 500_000
const perSecond = 50_000

/**
 * Delivers changes to all clients that may see them, with one query per reader and table and one encoding per audience.
 * An audience that would get too many messages, or whose filters could not be checked, starts over: its channels fail,
 * and their clients join again and reload.
 */
export function createFanOut(options: FanOutOptions): FanOut {
  const { sql, audiences, messagesFor, backlog, delivered, logFailure } = options
  const isAllowed = createRateLimit()
  const queue = createQueue()
  /** How often all clients had to start over: what was being delivered before is not sent any more. */
  let starts = 0
  let isClosed = false
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    for (let next = queue.take(); next && !isClosed; next = queue.take()) {
      const left = batches(next.changes)
      while (left[0] && (await deliver(left[0]))) left.shift()
      if (next.position && left.length === 0) delivered(next.position)
    }
  }

  /** @returns whether the batch was delivered */
  async function deliver({ table, changes }: Batch): Promise<boolean> {
    if (changes.some(({ kind }) => kind === 'MANY')) {
      restart(audiences.interestedIn(table))
      return true
    }
    const startsBefore = starts
    const batch = new VisibleChanges({ sql, table, changes, logFailure })
    const interested = await loadVisibility(batch)
    if (isClosed || starts !== startsBefore) return false
    backlog.add(batch)
    for (const audience of interested) {
      const frames = batch.isKnown(audience) && messagesFor(audience, batch)
      if (!frames || !isAllowed(audience, frames.length * audience.members.size)) restart([audience])
      else if (frames.length > 0) await send(audience, Buffer.concat(frames))
    }
    return true
  }

  /** @returns the audiences that are interested when it returns: more may join during the queries */
  async function loadVisibility(batch: VisibleChanges): Promise<Audience[]> {
    while (!isClosed) {
      const interested = audiences.interestedIn(batch.table)
      const unknown = interested.filter((audience) => !batch.isLoaded(audience))
      if (unknown.length === 0) return interested
      await batch.load(unknown).catch(async (error: unknown) => {
        if (!isConnectionLost(error)) throw error
        await pause(retryPause)
      })
    }
    return []
  }

  function startOver(): void {
    starts += 1
    queue.clear()
    restart(audiences.all())
  }

  function start(): void {
    running = run()
      .catch((error: unknown) => {
        logFailure('Changes could not be delivered', error)
        startOver()
      })
      .finally(() => {
        running = null
      })
  }

  return {
    onChanges: (changes, position) => {
      queue.add(changes, position)
      if (queue.bytes > longestQueue) startOver()
      if (!running) start()
    },
    onGap: () => {
      backlog.clear()
      startOver()
    },
    close: async () => {
      isClosed = true
      await running
    },
  }
}

/** Changes that wait for delivery, and the position after them. */
function createQueue() {
  let changes: Change[] = []
  let position: string | null = null
  let bytes = 0
  const clear = () => {
    changes = []
    bytes = 0
  }
  return {
    get bytes() {
      return bytes
    },
    add: (added: readonly Change[], after: string | null): void => {
      changes.push(...added)
      position = after
      for (const { record, previous } of added)
        bytes += Buffer.byteLength(record ?? '') + Buffer.byteLength(previous ?? '')
    },
    /** @returns all that waits, or null */
    take: (): { changes: Change[]; position: string | null } | null => {
      if (changes.length === 0) return null
      const taken = { changes, position }
      clear()
      return taken
    },
    clear,
  }
}

function restart(affected: Audience[]): void {
  for (const audience of affected) for (const member of audience.members) member.restart()
}

interface Batch {
  table: string
  changes: Change[]
}

function batches(changes: Change[]): Batch[] {
  return [...Map.groupBy(changes, (change) => change.table)].flatMap(([table, ofTable]) =>
    Array.from({ length: Math.ceil(ofTable.length / batchSize) }, (_, number) => ({
      table,
      changes: ofTable.slice(number * batchSize, (number + 1) * batchSize),
    })),
  )
}

async function send(audience: Audience, bytes: Buffer): Promise<void> {
  for (const [written, member] of [...audience.members].entries()) {
    if (written % writesAtOnce === writesAtOnce - 1) await otherWork()
    if (audience.members.has(member)) member.write(bytes)
  }
}

/** @returns whether an audience may be sent so many messages now */
function createRateLimit() {
  const spent = new WeakMap<Audience, { messages: number; at: number }>()
  return (audience: Audience, messages: number): boolean => {
    const now = performance.now()
    const last = spent.get(audience) ?? { messages: 0, at: now }
    const total = Math.max(0, last.messages - ((now - last.at) / 1000) * perSecond) + messages
    spent.set(audience, { messages: total, at: now })
    return total <= burst
  }
}
