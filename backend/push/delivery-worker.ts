import { PUSH_TTL_S } from '#domain/push/limits.ts'
import { pushPayload } from '#domain/push/payload.ts'
import type { Batch, Delivery, DeliveryQueue, Progress, QueuedNotification, Recorded } from './delivery-queue.ts'
import { createOriginPauses } from './origin-pauses.ts'
import { decide, type Outcome } from './outcome.ts'
import type { Envelope, Messenger } from './send-message.ts'

interface WorkerOptions {
  queue: DeliveryQueue
  messenger: Messenger
  /** Ends the worker once the messages in flight are sent and recorded. */
  stop: AbortSignal
  /** Called when work was claimed. */
  onClaimed: () => void
  /** Called with outcomes once they are recorded. */
  onRecorded: (outcomes: readonly Recorded[]) => void
  /** Called when a push service rejects a message permanently, once per service and notification. */
  onRejected: (what: string) => void
}

/**
 * Messages that are sent but not recorded: so many are sent again after a crash, at most.
 * Source: docs/behaviour/faults.md#crash-while-sending
 */
const mostUnrecorded = 32
/** Outcomes that are recorded together. */
const recordedTogether = 16

/** Works through the queue until nothing is due. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, stop, onClaimed } = options
  const sender = createSender(options)
  while (!stop.aborted) {
    const retries = await queue.claimRetries(mostUnrecorded)
    if (retries) {
      onClaimed()
      const notification = await sender.open(retries.notificationId)
      const outcomes = await Promise.all(retries.deliveries.map((delivery) => sender.one(notification, delivery)))
      sender.addPauses((await queue.settleRetries(retries.notificationId, outcomes)).pauses)
      options.onRecorded(outcomes)
      continue
    }
    const batch = await queue.claimBatch()
    if (!batch) return
    onClaimed()
    await deliverBatch(batch, options, sender)
  }
}

type Sender = ReturnType<typeof createSender>

/** Sends single messages, except to push services that are paused. */
function createSender({ queue, messenger, onRejected }: WorkerOptions) {
  const pauses = createOriginPauses(() => performance.now())
  const reported = new Set<string>()
  let opened: { notification: QueuedNotification; expiresAt: number; payloads: Map<string, Buffer> } | null = null

  async function attempt(delivery: Delivery & { receiver: object }, envelope: Envelope): Promise<Outcome> {
    const { receiver, attempts } = delivery
    const origin = originOf(receiver.endpoint)
    const wait = pauses.remaining(origin)
    if (wait > 0) return { outcome: 'again', attempts, seconds: wait }
    const response = await messenger.send(receiver, envelope)
    const decision = decide(response, attempts, { chance: Math.random(), now: Date.now() })
    const pause = pauses.record(origin, response, decision)
    if (pause !== null) await queue.pause(origin, pause)
    if (decision.alarm && !reported.has(origin + envelope.topic)) {
      reported.add(origin + envelope.topic)
      onRejected(`${origin}: ${decision.alarm}`)
    }
    return decision.outcome
  }

  return {
    addPauses: (others: Progress['pauses']) => pauses.add(others),

    async open(id: string): Promise<QueuedNotification> {
      if (opened?.notification.id !== id) {
        const notification = await queue.readNotification(id)
        const life = (notification.life ?? PUSH_TTL_S) - notification.age
        opened = { notification, expiresAt: performance.now() + life * 1000, payloads: new Map() }
      }
      return opened.notification
    },

    async one({ id, isFollowed }: QueuedNotification, delivery: Delivery): Promise<Recorded> {
      const { receiver, topic, quiet } = delivery
      const ttl = opened ? (opened.expiresAt - performance.now()) / 1000 : 0
      if (!opened || !receiver || ttl <= (quiet ?? 0)) return { id: delivery.id, outcome: 'failed' }
      // A subscription that has stopped following meanwhile gets nothing.
      if (isFollowed && !topic) return { id: delivery.id, outcome: 'failed' }
      if (quiet) return { id: delivery.id, outcome: 'again', attempts: delivery.attempts, seconds: quiet }
      const envelope = { payload: payloadFor(opened, topic ?? ''), ttl, topic: `n${id}` }
      return { id: delivery.id, ...(await attempt({ ...delivery, receiver }, envelope)) }
    },
  }
}

/** All receivers that follow the same topic get the same message. */
function payloadFor(
  { notification, payloads }: { notification: QueuedNotification; payloads: Map<string, Buffer> },
  topic: string,
): Buffer {
  const known = payloads.get(topic)
  if (known) return known
  const payload = Buffer.from(pushPayload({ ...notification, notificationId: notification.id }, topic))
  payloads.set(topic, payload)
  return payload
}

function originOf(endpoint: string): string {
  return URL.parse(endpoint)?.origin ?? endpoint
}

/** Sends to a range in its order; at most one window of messages is sent but not recorded. */
async function deliverBatch(batch: Batch, { queue, stop, onRecorded }: WorkerOptions, sender: Sender): Promise<void> {
  const notification = await sender.open(batch.notification_id)
  sender.addPauses(await queue.readPauses())
  const deliveries = await queue.readBatch(batch, notification)
  const inFlight: { id: string; recorded: Recorded | null }[] = []
  let next = 0
  let isEnding = false
  let wake = () => {}
  const failures: unknown[] = []

  function fillWindow(): void {
    while (!isEnding && next < deliveries.length && inFlight.length < mostUnrecorded) {
      const delivery = deliveries[next++]
      if (!delivery) return
      const entry: (typeof inFlight)[number] = { id: delivery.id, recorded: null }
      inFlight.push(entry)
      sender.one(notification, delivery).then(
        (recorded) => {
          entry.recorded = recorded
          wake()
        },
        (error: unknown) => {
          failures.push(error)
          wake()
        },
      )
    }
  }

  for (;;) {
    if (failures.length > 0) throw failures[0]
    isEnding ||= stop.aborted
    fillWindow()
    const waiting = inFlight.findIndex(({ recorded }) => !recorded)
    const done = waiting === -1 ? inFlight.length : waiting
    const isLast = done === inFlight.length && (isEnding || next === deliveries.length)
    if (done < recordedTogether && !isLast) {
      await new Promise<void>((resolve) => (wake = resolve))
      continue
    }
    const outcomes = inFlight.slice(0, done).flatMap(({ recorded }) => recorded ?? [])
    const passed = { ...batch, passed_id: outcomes.at(-1)?.id ?? batch.passed_id }
    const then = !isLast ? 'continue' : next === deliveries.length ? 'finish' : 'release'
    const progress = await queue.checkpoint(passed, outcomes, then)
    onRecorded(outcomes)
    if (isLast) return
    batch.passed_id = passed.passed_id
    inFlight.splice(0, done)
    sender.addPauses(progress.pauses)
    isEnding ||= progress.state !== 'sending'
  }
}
