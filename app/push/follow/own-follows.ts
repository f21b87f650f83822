import { follow, NO_FOLLOWS, readFollows, unfollow, type Follows } from '#app/data/follow-calls.ts'
import { readPushCopy } from '#app/push/push-copy.ts'
import { readPushState, subscribe, type PushKeys } from '#app/push/push-subscription.ts'
import { DEFAULT_PUSH_PREFERENCES } from '#domain/push/preferences.ts'

/** Preferences of a subscription that is made to follow something: it gets exactly that. */
const NOTHING_ELSE = Object.fromEntries(Object.keys(DEFAULT_PUSH_PREFERENCES).map((category) => [category, false]))

/** @returns what this browser follows; nothing while it has no subscription */
export async function readOwnFollows({ publishableKey }: Pick<PushKeys, 'publishableKey'>): Promise<Follows> {
  const endpoint = await ownEndpoint()
  return (endpoint && (await readFollows(publishableKey, endpoint))) || NO_FOLLOWS
}

/**
 * Follows a topic, with a new subscription if there is none. Call it from a click handler, because browsers show the
 * permission prompt only then.
 * @throws Error with a message for the visitor
 */
export async function startFollowing(keys: PushKeys, wanted: { topic: string; events: string[] }): Promise<void> {
  if (!(await ownEndpoint())) await subscribe(keys, readPushCopy()?.preferences ?? NOTHING_ELSE)
  const endpoint = await ownEndpoint()
  if (endpoint) await follow(keys.publishableKey, { endpoint, ...wanted })
}

/** @throws Error with a message for the visitor */
export async function stopFollowing(keys: PushKeys, topic: string): Promise<void> {
  const endpoint = await ownEndpoint()
  if (endpoint) await unfollow(keys.publishableKey, { endpoint, topic })
}

/** @returns the endpoint of this browser's subscription that the server knows */
async function ownEndpoint(): Promise<string | null> {
  const state = await readPushState()
  return state.kind === 'subscribed' && readPushCopy()?.endpoint === state.endpoint ? state.endpoint : null
}
