import { pushPreferences } from '#app/data/push-calls.ts'
import { PUSH_MEMO, type PushMemo } from '#domain/app-shell.ts'
import type { PushPreferences } from '#domain/push/preferences.ts'
import { readPreference, writePreference } from '#app/browser/user-preferences.ts'

const NAME = 'push_subscription'

export interface PushCopy {
  endpoint: string
  preferences: PushPreferences
}

/** @returns this browser's own copy of its subscription, which new versions of the site preserve */
export function readPushCopy(): PushCopy | null {
  const stored = readPreference(NAME) as Partial<PushCopy> | null | undefined
  const preferences = pushPreferences(stored?.preferences)
  return typeof stored?.endpoint === 'string' && preferences ? { endpoint: stored.endpoint, preferences } : null
}

/** Stores the copy, and in a cache what the service worker needs, because it has no access to local storage. */
export async function writePushCopy(memo: PushMemo): Promise<void> {
  const { endpoint, preferences } = memo
  writePreference(NAME, { endpoint, preferences } satisfies PushCopy)
  const memos = await caches.open(PUSH_MEMO.cache)
  await memos.put(PUSH_MEMO.key, Response.json(memo))
}

export async function deletePushCopy(): Promise<void> {
  writePreference(NAME, undefined)
  // Insecure contexts have no Cache API, and nothing is stored there.
  await globalThis.caches?.delete(PUSH_MEMO.cache)
}
