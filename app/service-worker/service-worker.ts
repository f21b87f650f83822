import type { WorkerRequest } from '#domain/app-shell.ts'
import { keep, kept, keepVisited } from './kept-pages.ts'
import { openNotification, showNotification } from './notifications.ts'
import { offlinePage } from './offline-page.ts'
import { kindOfRequest } from './requests.ts'
import { answerFile, dropOldShells, fillShell } from './shell.ts'
import { subscribeAgain } from './subscription-change.ts'
import { worker } from './worker.ts'

/** A new worker waits until the visitor wants it, or until no page of the old one is open. */
worker.addEventListener('install', (event) => event.waitUntil(fillShell()))

worker.addEventListener('activate', (event) => event.waitUntil(begin()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  const kind = kindOfRequest(url, request.mode)
  if (kind === 'file') event.respondWith(answerFile(request))
  else if (kind) event.respondWith(answerPage(event, kind))
})

worker.addEventListener('message', (event) => {
  const request = event.data as WorkerRequest
  if (request.type === 'take-over') event.waitUntil(worker.skipWaiting())
  else event.waitUntil(Promise.allSettled([fillShell(), keepIfPage(request.path)]))
})

worker.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)))

async function begin(): Promise<void> {
  await dropOldShells()
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** The network first, always: what is kept is only read when there is none, so no page is older than it has to be. */
async function answerPage(event: FetchEvent, kind: 'page' | 'data'): Promise<Response> {
  const { request } = event
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined
    const response = preloaded ?? (await fetch(request))
    event.waitUntil(keep(kind, request.url, response.clone()))
    return response
  } catch {
    return (await kept(kind, request.url)) ?? (kind === 'page' ? offlinePage() : Response.error())
  }
}

async function keepIfPage(path: string): Promise<void> {
  if (kindOfRequest(new URL(path, location.origin), 'navigate') === 'page') await keepVisited(path)
}
