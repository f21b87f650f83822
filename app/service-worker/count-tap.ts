import { countClick } from '#app/data/push-calls.ts'
import { PUSH_MEMO, type PushMemo } from '#domain/app-shell.ts'

/** Paths under which taps that are not counted yet are stored beside the subscription. */
const FOLDER = '/push-taps/'

/**
 * Counts a tap on a notification that the server has recorded, which its tag tells. The tap is stored first, so that
 * without a network it is counted with the next notification or tap. Source: docs/behaviour/push.md#taps
 */
export async function countTap({ tag }: Notification): Promise<void> {
  const id = /^notification-(\d+)$/.exec(tag)?.[1]
  if (id === undefined) return
  const stored = await caches.open(PUSH_MEMO.cache)
  await stored.put(FOLDER + id, new Response())
  await sendTaps()
}

/** Sends the taps that are stored. A failure leaves them for the next time. */
export async function sendTaps(): Promise<void> {
  const stored = await caches.open(PUSH_MEMO.cache)
  const memo = (await (await stored.match(PUSH_MEMO.key))?.json()) as PushMemo | undefined
  if (!memo) return
  for (const { url } of await stored.keys()) {
    const [, id] = url.split(FOLDER)
    if (id === undefined) continue
    try {
      await countClick(memo.publishableKey, { endpoint: memo.endpoint, notificationId: id })
      await stored.delete(FOLDER + id)
    } catch {
      return
    }
  }
}
