import { serverNowBy } from '#app/data/time-by-copy.ts'
import { isFromServer, SAVED_AT_HEADER, type WorkerMessage } from '#domain/app-shell.ts'
import { indianDay } from '#domain/dates.ts'
import { LATE_RESPONSE_MS, PAGE_TIMEOUT_MS, SAVED_COPY_AFTER_MS } from '#domain/limits.ts'
import { withSavedCopyLine } from '#domain/offline-messages.ts'
import { headersOfCopy } from './copy-headers.ts'
import { savedPage, sentAt, updateSavedPage, withoutFragment } from './saved-pages.ts'
import { isShellPage } from './shell.ts'
import { unreachableResponse, unreachablePage } from './unreachable.ts'
import { withNewestHeader } from './whole-page.ts'
import { within, worker } from './worker.ts'

/** Statuses that a proxy, or the server itself, sends while it is temporarily unavailable. */
const FAILURES = new Set([502, 503, 504])

/** Number and interval of the attempts to find the client of a page that is still being opened. */
const CLIENT_ATTEMPTS = 30
const CLIENT_INTERVAL_MS = 100

interface NetworkResult {
  /** Null when the connection failed or was aborted. */
  response: Response | null
  /** Whether the response changed the cached copy. */
  isStored: Promise<boolean>
}

/**
 * Responds to a request for a page from the network and updates the cached copy. While the server or the network fails,
 * it responds with the cached copy, marked as such, and notifies the page when a later response has updated the cache.
 *
 * @param isStorable whether the page may be saved
 */
export function respondWithPage(event: FetchEvent, isStorable: boolean): void {
  const url = withoutFragment(event.request.url)
  const network = requestFromNetwork(event, isStorable ? url : null)
  event.waitUntil(network.then(({ isStored }) => isStored))
  event.respondWith(
    (isStorable ? savedPage(url) : Promise.resolve(undefined)).then((copy) =>
      copy ? respondWithCopy(event, network, copy) : respondWithoutCopy(event, network),
    ),
  )
}

async function respondWithCopy(event: FetchEvent, network: Promise<NetworkResult>, copy: Response): Promise<Response> {
  const etag = copy.headers.get('etag')
  if (isHistoryNavigation(event.request) && isCurrent(copy, event.request.url)) {
    event.waitUntil(notifyWhenFresh(event, network, etag))
    return copy
  }
  const response = (await within(SAVED_COPY_AFTER_MS, network))?.response
  if (response && !FAILURES.has(response.status)) return response
  event.waitUntil(notifyWhenFresh(event, network, null))
  return isShellPage(event.request.url) ? copy : markedCopy(copy)
}

/** Whether a copy can be shown without saying its age: one of another day may say 'Closes tomorrow' on the last day. */
function isCurrent(copy: Response, url: string): boolean {
  return isShellPage(url) || indianDay(sentAt(copy)) === indianDay(serverNowBy(copy))
}

/** @returns the copy with the newest header, and with a line at the top of its main element that says when it was saved */
async function markedCopy(copy: Response): Promise<Response> {
  const savedAt = sentAt(copy)
  const saved = await copy.text()
  const html = withSavedCopyLine((await withNewestHeader(saved)) ?? saved, savedAt, serverNowBy(copy))
  const headers = headersOfCopy(copy)
  headers.set(SAVED_AT_HEADER, new Date(savedAt).toISOString())
  return new Response(html, { headers })
}

async function respondWithoutCopy({ request }: FetchEvent, network: Promise<NetworkResult>): Promise<Response> {
  const response = (await within(PAGE_TIMEOUT_MS, network))?.response
  if (response && (!FAILURES.has(response.status) || isFromServer(response))) return response
  return request.mode === 'navigate' ? unreachablePage() : unreachableResponse()
}

/** @param url the cache key for the response; null when it must not be cached */
async function requestFromNetwork(event: FetchEvent, url: string | null): Promise<NetworkResult> {
  try {
    const response = ((await event.preloadResponse) as Response | undefined) ?? (await fetchPage(event.request))
    return { response, isStored: url === null ? Promise.resolve(false) : updateSavedPage(url, response) }
  } catch {
    return { response: null, isStored: Promise.resolve(false) }
  }
}

/**
 * Pages retry their fetches while a server hangs, and a browser has few connections to one host, so a fetch without a
 * response in time is aborted. A navigation cannot get a signal, because a copied request has another mode.
 */
async function fetchPage(request: Request): Promise<Response> {
  if (request.mode === 'navigate') return fetch(request)
  const controller = new AbortController()
  const abort = () => controller.abort()
  request.signal.addEventListener('abort', abort)
  const timer = setTimeout(abort, LATE_RESPONSE_MS)
  try {
    return await fetch(request, { signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Browsers without the property `isHistoryNavigation` use the cache mode 'force-cache' for history navigations. */
function isHistoryNavigation(request: Request & { isHistoryNavigation?: boolean }): boolean {
  if (request.mode !== 'navigate') return false
  return request.isHistoryNavigation ?? request.cache === 'force-cache'
}

/**
 * @param etag of the copy that is shown: a response with the same ETag is not announced; with null every response is
 */
async function notifyWhenFresh(event: FetchEvent, network: Promise<NetworkResult>, etag: string | null): Promise<void> {
  const { response, isStored } = await network
  if (!(await isStored) || (etag !== null && etag === response?.headers.get('etag'))) return
  const client = await findClient(event.resultingClientId || event.clientId)
  const message: WorkerMessage = { type: 'fresh', url: withoutFragment(event.request.url) }
  client?.postMessage(message)
}

/** The client of a navigation exists only some time after its response has begun. */
async function findClient(id: string): Promise<Client | undefined> {
  for (let attempt = 0; attempt < CLIENT_ATTEMPTS; attempt++) {
    const client = await worker.clients.get(id)
    if (client) return client
    await new Promise((resolve) => setTimeout(resolve, CLIENT_INTERVAL_MS))
  }
  return undefined
}
