import type { WorkerRequest } from '#domain/app-shell.ts'
import { STOP_FOLLOWING } from '#domain/push/browser-messages.ts'
import { bypassWorker } from './bypass.ts'
import { countTap, sendTaps } from './count-tap.ts'
import { endFollow } from './end-follow.ts'
import { preloadNavigations } from './navigation-preload.ts'
import { openNotification, showNotification } from './notifications.ts'
import { respondWithPage } from './page-response.ts'
import { kindOfRequest } from './request-kind.ts'
import { storeVisitedPage } from './saved-pages.ts'
import { assetResponse, deleteOldShells, fillShell } from './shell.ts'
import { subscribeAgain } from './subscription-change.ts'
import { worker } from './worker.ts'

/** A new worker waits until the visitor accepts the update, or until no page is open that the old one controls. */
worker.addEventListener('install', (event) => {
  bypassWorker(event)
  event.waitUntil(fillShell())
})

worker.addEventListener('activate', (event) => event.waitUntil(activate()))

worker.addEventListener('fetch', (event) => {
  const kind = kindOfRequest(event.request)
  if (kind === 'asset') event.respondWith(assetResponse(event))
  else if (kind) respondWithPage(event, kind === 'page')
})

worker.addEventListener('message', (event) => {
  const request = event.data as WorkerRequest
  if (request.type === 'take-over') event.waitUntil(worker.skipWaiting())
  if (request.type === 'store-page') event.waitUntil(Promise.allSettled([fillShell(), storeVisitedPage(request.path)]))
})

worker.addEventListener('push', (event) => event.waitUntil(Promise.all([showNotification(event.data), sendTaps()])))
worker.addEventListener('notificationclick', (event) => {
  const { action, notification } = event
  if (action === STOP_FOLLOWING.action) event.waitUntil(endFollow(notification))
  else event.waitUntil(Promise.all([openNotification(notification), countTap(notification)]))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)))

async function activate(): Promise<void> {
  await deleteOldShells()
  await preloadNavigations(worker.registration.navigationPreload)
  await worker.clients.claim()
}
