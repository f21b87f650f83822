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
 * An audience that would get too many messages starts over: its channels fail, and their clients join again and reload.
 */
export function createFanOut(options: FanOutOptions): FanOut {
  const { sql, audiences, messagesFor, backlog, delivered, logFailure } = options
  const isAllowed = createRateLimit()
  let queue: Change[] = []
  let queuedBytes = 0
  let queuedUntil: string | null = null
  let isClosed = false
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (queue.length > 0 && !isClosed) {
      const changes = queue
      const until = queuedUntil
      queue = []
      queuedBytes = 0
      const left = batches(changes)
      for (let next = left.shift(); next && !isClosed; next = left.shift()) await deliver(next)
      if (until && left.length === 0) delivered(until)
    }
  }

  async function deliver({ table, changes }: Batch): Promise<void> {
    if (changes.some(({ kind }) => kind === 'MANY')) return restart(audiences.interestedIn(table))
    const batch = new VisibleChanges({ sql, table, changes, logFailure })
    const interested = await loadVisibility(batch)
    backlog.add(batch)
    for (const audience of interested) {
      const frames = batch.visibilityFor(audience) && messagesFor(audience, batch)
      if (!frames || !isAllowed(audience, frames.length * audience.members.size)) restart([audience])
      else if (frames.length > 0) await send(audience, Buffer.concat(frames))
    }
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

  function restart(affected: Audience[]): void {
    for (const audience of affected) for (const member of audience.members) member.restart()
  }

  function startOver(): void {
    queue = []
    queuedBytes = 0
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
      queue.push(...changes)
      queuedUntil = position
      for (const { record, previous } of changes)
        queuedBytes += Buffer.byteLength(record ?? '') + Buffer.byteLength(previous ?? '')
      if (queuedBytes > longestQueue) startOver()
      if (!running) start()
    },
    onGap: startOver,
    close: async () => {
      isClosed = true
      await running
    },
  }
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
