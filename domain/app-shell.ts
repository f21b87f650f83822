import type { PushPreferences } from './push/preferences.ts'

/** What the pages, the service worker and the server have to agree on. */

export const SERVICE_WORKER_PATH = '/sw.js'

/** The document that stands in for a page that cannot be fetched and was never visited. */
export const OFFLINE_PATH = '/offline'

/** Cache of the pages that can be read offline, under their addresses without the fragment. */
export const SAVED_PAGES = 'pages'

/** Response header of every page: 'page' from the server, 'unreachable' where the service worker had nothing to answer. */
export const PAGE_HEADER = 'x-suchana'

/** Response header of a saved copy: when the server sent it, in ISO 8601. */
export const SAVED_AT_HEADER = 'x-saved-at'

/** What a page asks of the service worker. */
export type WorkerRequest =
  /** The visitor is on this page: store it for reading offline. */
  | { type: 'store-page'; path: string }
  /** The visitor wants the new version now. */
  | { type: 'take-over' }

/** What the service worker sends to a page. */
export type WorkerMessage =
  /** A saved copy of this address was answered, and the server has answered since: the cache has the newer page. */
  { type: 'fresh'; url: string }

/** Where a page leaves what the service worker needs when the browser exchanges a push subscription. */
export const PUSH_MEMO = { cache: 'push', key: '/push-subscription' }

export interface PushMemo {
  endpoint: string
  preferences: PushPreferences
  publishableKey: string
  vapidPublicKey: string
}
