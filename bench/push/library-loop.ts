import webPush, { type PushSubscription } from 'web-push'

/** Argument of this process, as JSON. */
export interface LoopStart {
  subscription: { endpoint: string; p256dh: string; auth: string }
  vapid: { publicKey: string; privateKey: string; subject: string }
  payload: string
  messages: number
  atOnce: number
}

/** Sends as the documentation of web-push shows it, with `atOnce` calls in flight. */
const { subscription, vapid, payload, messages, atOnce } = JSON.parse(process.argv[2] ?? '') as LoopStart
let next = 0
const sendAll = async () => {
  while (next < messages) {
    next += 1
    const { p256dh, auth } = subscription
    const receiver: PushSubscription = { endpoint: `${subscription.endpoint}${next}`, keys: { p256dh, auth } }
    await webPush.sendNotification(receiver, payload, { vapidDetails: vapid, TTL: 86_400 })
  }
}
const [cpu, start] = [process.cpuUsage(), performance.now()]
await Promise.all(Array.from({ length: atOnce }, sendAll))
const { user, system } = process.cpuUsage(cpu)
process.send?.({ seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 })
process.exit()
