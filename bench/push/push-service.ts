import { startPushService } from '#test/fakes/push-service.ts'

/** Reply of this process to a message of the measurement. */
export interface ServiceReport {
  subscription: { endpoint: string; p256dh: string; auth: string }
  /** Number of messages, and of endpoints that received at least one. */
  received: number
  reached: number
  problems: string[]
}

/** A fake push service in its own process, so that its processor time is not counted as the sender's. */
const service = await startPushService({ check: 'sample', keep: false })
const subscription = service.subscription('/push/')
process.on('message', (message) => {
  if (message === 'forget') service.counts.clear()
  let received = 0
  for (const count of service.counts.values()) received += count
  const { problems, counts } = service
  process.send?.({ subscription, received, reached: counts.size, problems } satisfies ServiceReport)
})
process.on('disconnect', () => process.exit())
