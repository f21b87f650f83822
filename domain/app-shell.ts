import type { PushPreferences } from './push/preferences.ts'

/** Constants and messages that the pages, the service worker and the server share. */

export const SERVICE_WORKER_PATH = '/sw.js'

/** First folders of the paths of the backend. */
export const BACKEND_FOLDERS = ['rest', 'auth', 'storage', 'functions', 'realtime']

/** First folders of all paths of the server that are neither pages nor files, apart from the admin. */
export const SERVICE_FOLDERS = [...BACKEND_FOLDERS, 'share', 'healthz', 'readyz', 'metrics']

/** Cache of the pages that can be read offline, under their addresses without the fragment. */
export const SAVED_PAGES = 'pages'

/** Response header of every page: 'page' from the server, 'unreachable' from the service worker in place of a page. */
export const PAGE_HEADER = 'x-suchana'

/** @returns whether a page comes from the site's own server, whatever its status, and not from a proxy or a network in between */
export function isFromServer({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get(PAGE_HEADER) === 'page'
}

/** Accept header of requests for the part of a page that differs between pages; see server/page-part.ts. */
export const PAGE_PART_TYPE = 'text/html;part=page'

/** Response header of a copy of the service worker or of the page cache: when it was made, in ISO 8601. Not stored. */
export const SAVED_AT_HEADER = 'x-saved-at'

/** Header of a saved page: when it was stored, by the clock of the device, in milliseconds since 1970. */
export const STORED_AT_HEADER = 'x-stored-at'

/** Response header within the server: the path of the copy that is sent instead, because many addresses share it. */
export const SHARED_COPY_HEADER = 'x-shared-copy'

/** Messages from a page to the service worker. */
export type WorkerRequest =
  /** Save this page for reading offline, because the visitor is on it. */
  | { type: 'store-page'; path: string }
  /** Activate the waiting version. */
  | { type: 'take-over' }

/** Messages from the service worker to a page. */
export type WorkerMessage =
  /** The cache has a newer page of this address than the saved copy on screen. */
  { type: 'fresh'; url: string }

/** Cache in which a page stores what the service worker needs when the browser replaces a push subscription. */
export const PUSH_MEMO = { cache: 'push', key: '/push-subscription' }

export interface PushMemo {
  endpoint: string
  preferences: PushPreferences
  publishableKey: string
  vapidPublicKey: string
}
