import { startPushService } from '#test/fakes/push-service.ts'

/** What a measurement asks of the push service, and gets as an answer. */
export interface ServiceReport {
  subscription: { endpoint: string; p256dh: string; auth: string }
  /** Messages, and endpoints that got any. */
  received: number
  reached: number
  problems: string[]
}

/** The push service of a measurement, in a process of its own: its work must not count as the sender's. */
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
