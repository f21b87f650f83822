import { PUSH_TTL_S } from '#domain/limits.ts'
import { pushPayload } from '#domain/push/payload.ts'
import type { Batch, Delivery, DeliveryQueue, Progress, QueuedNotification, Recorded } from './delivery-queue.ts'
import { createOriginPauses } from './origin-pauses.ts'
import { judge, type Outcome } from './outcome.ts'
import type { Envelope, Messenger } from './send-message.ts'

interface WorkerOptions {
  queue: DeliveryQueue
  messenger: Messenger
  /** Ends the worker: what is under way is finished and recorded. */
  stop: AbortSignal
  /** Told when something was claimed. */
  claimed: () => void
  /** Told what became of messages, once it is recorded. */
  recorded: (outcomes: readonly Recorded[]) => void
  /** Told what a push service refuses for good, once for each service and notification. */
  alarm: (what: string) => void
}

/** Messages that are sent but not recorded: so many are sent again after a crash, at most. Source: fault cases, R19 */
const windowSize = 32
/** So many are recorded together. */
const checkpointSize = 16

/** Works through the queue until nothing is due. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, stop, claimed } = options
  const send = createSending(options)
  while (!stop.aborted) {
    const retries = await queue.claimRetries(windowSize)
    if (retries) {
      claimed()
      const notification = await send.open(retries.notificationId)
      const outcomes = await Promise.all(retries.deliveries.map((delivery) => send.one(notification, delivery)))
      send.learn((await queue.settleRetries(retries.notificationId, outcomes)).pauses)
      options.recorded(outcomes)
      continue
    }
    const batch = await queue.claimBatch()
    if (!batch) return
    claimed()
    await deliverBatch(batch, options, send)
  }
}

type Sending = ReturnType<typeof createSending>

/** Sends one message at a time to whoever may get one now. */
function createSending({ queue, messenger, alarm }: WorkerOptions) {
  const pauses = createOriginPauses(() => performance.now())
  const alarms = new Set<string>()
  let opened: { notification: QueuedNotification; payload: Buffer; bornAt: number } | null = null

  async function attempt(delivery: Delivery & { receiver: object }, envelope: Envelope): Promise<Outcome> {
    const { receiver, attempts } = delivery
    const origin = originOf(receiver.endpoint)
    const wait = pauses.remaining(origin)
    if (wait > 0) return { outcome: 'again', attempts, seconds: wait }
    const answer = await messenger.send(receiver, envelope)
    const verdict = judge(answer, attempts, { chance: Math.random(), now: Date.now() })
    const pause = pauses.note(origin, answer, verdict)
    if (pause !== null) await queue.pause(origin, pause)
    if (verdict.alarm && alarms.size < 20 && !alarms.has(origin + envelope.topic)) {
      alarms.add(origin + envelope.topic)
      alarm(`${origin}: ${verdict.alarm}`)
    }
    return verdict.outcome
  }

  return {
    learn: (others: Progress['pauses']) => pauses.learn(others),

    async open(id: string): Promise<QueuedNotification> {
      if (opened?.notification.id !== id) {
        const notification = await queue.readNotification(id)
        const payload = Buffer.from(pushPayload({ ...notification, notificationId: id }))
        opened = { notification, payload, bornAt: performance.now() - notification.age * 1000 }
      }
      return opened.notification
    },

    async one({ id }: QueuedNotification, delivery: Delivery): Promise<Recorded> {
      const { receiver } = delivery
      if (!opened || !receiver) return { id: delivery.id, outcome: 'failed' }
      const ttl = PUSH_TTL_S - (performance.now() - opened.bornAt) / 1000
      if (ttl <= 0) return { id: delivery.id, outcome: 'failed' }
      const envelope = { payload: opened.payload, ttl, topic: `n${id}` }
      return { id: delivery.id, ...(await attempt({ ...delivery, receiver }, envelope)) }
    },
  }
}

function originOf(endpoint: string): string {
  return URL.parse(endpoint)?.origin ?? endpoint
}

/** Sends to a range in its order, a window at a time, so that what is not recorded is never more than a window. */
async function deliverBatch(
  batch: Batch,
  { queue, stop, recorded: tell }: WorkerOptions,
  send: Sending,
): Promise<void> {
  const notification = await send.open(batch.notification_id)
  send.learn(await queue.readPauses())
  const deliveries = await queue.readBatch(batch, notification.category)
  const underWay: { id: string; recorded: Recorded | null }[] = []
  let next = 0
  let isEnding = false
  let wake = () => {}

  function fillWindow(): void {
    while (!isEnding && next < deliveries.length && underWay.length < windowSize) {
      const delivery = deliveries[next++]
      if (!delivery) return
      const entry: (typeof underWay)[number] = { id: delivery.id, recorded: null }
      underWay.push(entry)
      void send.one(notification, delivery).then((recorded) => {
        entry.recorded = recorded
        wake()
      })
    }
  }

  for (;;) {
    isEnding ||= stop.aborted
    fillWindow()
    const waiting = underWay.findIndex(({ recorded }) => !recorded)
    const done = waiting === -1 ? underWay.length : waiting
    const isLast = done === underWay.length && (isEnding || next === deliveries.length)
    if (done < checkpointSize && !isLast) {
      await new Promise<void>((resolve) => (wake = resolve))
      continue
    }
    const outcomes = underWay.slice(0, done).flatMap(({ recorded }) => recorded ?? [])
    const passed = { ...batch, passed_id: outcomes.at(-1)?.id ?? batch.passed_id }
    const then = !isLast ? 'continue' : next === deliveries.length ? 'finish' : 'release'
    const progress = await queue.checkpoint(passed, outcomes, then)
    tell(outcomes)
    if (isLast) return
    batch.passed_id = passed.passed_id
    underWay.splice(0, done)
    send.learn(progress.pauses)
    isEnding ||= progress.state !== 'sending'
  }
}
