import type { PushPreferences } from './push/preferences.ts'

/** What the pages, the service worker and the server have to agree on. */

export const SERVICE_WORKER_PATH = '/sw.js'

/** Shown in place of a page that was never visited, while there is no network. */
export const OFFLINE_PATH = '/offline'

/** Cache of the pages that can be read offline. */
export const KEPT_DOCUMENTS = 'pages'

/** What a page asks of the service worker. */
export type WorkerRequest =
  /** The visitor is on this page: store it for reading offline. */
  | { type: 'store-page'; path: string }
  /** The visitor wants the new version now. */
  | { type: 'take-over' }

/** Where a page leaves what the service worker needs when the browser exchanges a push subscription. */
export const PUSH_MEMO = { cache: 'push', key: '/push-subscription' }

export interface PushMemo {
  endpoint: string
  preferences: PushPreferences
  publishableKey: string
  vapidPublicKey: string
}
