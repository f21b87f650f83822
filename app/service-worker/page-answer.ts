import type { WorkerMessage } from '#domain/app-shell.ts'
import { LATE_ANSWER_MS, PAGE_TIMEOUT_MS, SAVED_COPY_AFTER_MS } from '#domain/limits.ts'
import { markedCopy } from './saved-copy.ts'
import { isFromServer, savedPage, updateSavedPage, withoutFragment } from './saved-pages.ts'
import { unreachableAnswer, unreachablePage } from './unreachable.ts'
import { within, worker } from './worker.ts'

/** Statuses with which a proxy, or the server itself, says that it cannot answer for now. */
const FAILURES = new Set([502, 503, 504])

/** How often, and how far apart, a page that is only being opened is looked for. */
const CLIENT_ATTEMPTS = 30
const CLIENT_INTERVAL_MS = 100

interface NetworkAnswer {
  /** Null when the connection was refused or broken off. */
  response: Response | null
  /** Whether the cached copy was changed by it. */
  isStored: Promise<boolean>
}

/**
 * Answers a request for a page from the network, and keeps the cached copy up to date. While the server or the network
 * fails, the copy is answered, marked as such; the page is notified when a later answer has brought the newer one.
 *
 * @param isStorable whether it is one of the pages that may be stored
 */
export function answerPage(event: FetchEvent, isStorable: boolean): void {
  const url = withoutFragment(event.request.url)
  const network = askNetwork(event, isStorable ? url : null)
  event.waitUntil(network.then(({ isStored }) => isStored))
  event.respondWith(
    (isStorable ? savedPage(url) : Promise.resolve(undefined)).then((copy) =>
      copy ? answerWithCopy(event, network, copy) : answerWithoutCopy(event, network),
    ),
  )
}

async function answerWithCopy(event: FetchEvent, network: Promise<NetworkAnswer>, copy: Response): Promise<Response> {
  const etag = copy.headers.get('etag')
  if (isHistoryNavigation(event.request)) {
    event.waitUntil(notifyWhenFresh(event, network, etag))
    return copy
  }
  const response = (await within(SAVED_COPY_AFTER_MS, network))?.response
  if (response && !FAILURES.has(response.status)) return response
  event.waitUntil(notifyWhenFresh(event, network, null))
  return markedCopy(copy)
}

async function answerWithoutCopy({ request }: FetchEvent, network: Promise<NetworkAnswer>): Promise<Response> {
  const response = (await within(PAGE_TIMEOUT_MS, network))?.response
  if (response && (!FAILURES.has(response.status) || isFromServer(response))) return response
  return request.mode === 'navigate' ? unreachablePage() : unreachableAnswer()
}

/** @param url under which an answer is stored; null when it is not */
async function askNetwork(event: FetchEvent, url: string | null): Promise<NetworkAnswer> {
  try {
    const response = ((await event.preloadResponse) as Response | undefined) ?? (await fetchPage(event.request))
    return { response, isStored: url === null ? Promise.resolve(false) : updateSavedPage(url, response) }
  } catch {
    return { response: null, isStored: Promise.resolve(false) }
  }
}

/**
 * Pages repeat their fetches while a server hangs, and a browser has few connections to it: one that was not answered in
 * time is given up. A navigation cannot be given a signal without becoming another kind of request.
 */
async function fetchPage(request: Request): Promise<Response> {
  if (request.mode === 'navigate') return fetch(request)
  const controller = new AbortController()
  const abort = () => controller.abort()
  request.signal.addEventListener('abort', abort)
  const timer = setTimeout(abort, LATE_ANSWER_MS)
  try {
    return await fetch(request, { signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Where the flag is missing, a history navigation is the one that may take anything that is cached. */
function isHistoryNavigation(request: Request & { isHistoryNavigation?: boolean }): boolean {
  if (request.mode !== 'navigate') return false
  return request.isHistoryNavigation ?? request.cache === 'force-cache'
}

/** @param etag of the copy when nothing but its content matters: the same page again is no news */
async function notifyWhenFresh(event: FetchEvent, network: Promise<NetworkAnswer>, etag: string | null): Promise<void> {
  const { response, isStored } = await network
  if (!(await isStored) || (etag !== null && etag === response?.headers.get('etag'))) return
  const client = await findClient(event.resultingClientId || event.clientId)
  const message: WorkerMessage = { type: 'fresh', url: withoutFragment(event.request.url) }
  client?.postMessage(message)
}

/** The page that a navigation leads to exists only some time after its answer has begun. */
async function findClient(id: string): Promise<Client | undefined> {
  for (let attempt = 0; attempt < CLIENT_ATTEMPTS; attempt++) {
    const client = await worker.clients.get(id)
    if (client) return client
    await new Promise((resolve) => setTimeout(resolve, CLIENT_INTERVAL_MS))
  }
  return undefined
}
