import { registerSubscription, removeSubscription } from '#app/data/push-calls.ts'
import { PUSH_MEMO, type PushMemo } from '#domain/app-shell.ts'
import { worker } from './worker.ts'

interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/**
 * Handles a subscription that the browser has revoked or replaced: subscribes with the same preferences and registers
 * the new subscription with the server, which moves the follows of the old subscription to the new one. Otherwise the
 * subscriber would get no more notifications, without knowing it.
 */
export async function subscribeAgain({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const memos = await caches.open(PUSH_MEMO.cache)
  const memo = (await (await memos.match(PUSH_MEMO.key))?.json()) as PushMemo | undefined
  if (!memo) return
  const { preferences, publishableKey } = memo
  const { endpoint = '', keys = {} } = (newSubscription ?? (await subscribe(memo))).toJSON()
  const { p256dh = '', auth = '' } = keys
  const { userAgent } = navigator
  const former = oldSubscription?.endpoint ?? memo.endpoint
  await registerSubscription(publishableKey, { endpoint, p256dh, auth, preferences, userAgent, former })
  await memos.put(PUSH_MEMO.key, Response.json({ ...memo, endpoint } satisfies PushMemo))
  if (former !== endpoint) await removeSubscription(publishableKey, former)
}

function subscribe({ vapidPublicKey }: PushMemo): Promise<PushSubscription> {
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidPublicKey })
}
