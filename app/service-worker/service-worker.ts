import type { WorkerRequest } from '#domain/app-shell.ts'
import { openNotification, showNotification } from './notifications.ts'
import { answerPage } from './page-answer.ts'
import { kindOfRequest } from './request-kind.ts'
import { storeVisitedPage } from './saved-pages.ts'
import { answerAsset, deleteOldShells, fillShell } from './shell.ts'
import { subscribeAgain } from './subscription-change.ts'
import { worker } from './worker.ts'

/** A new worker waits until the visitor wants it, or until no page of the old one is open. */
worker.addEventListener('install', (event) => event.waitUntil(fillShell()))

worker.addEventListener('activate', (event) => event.waitUntil(activate()))

worker.addEventListener('fetch', (event) => {
  const kind = kindOfRequest(event.request)
  if (kind === 'asset') event.respondWith(answerAsset(event))
  else if (kind) answerPage(event, kind === 'page')
})

worker.addEventListener('message', (event) => {
  const request = event.data as WorkerRequest
  if (request.type === 'take-over') event.waitUntil(worker.skipWaiting())
  if (request.type === 'store-page') event.waitUntil(Promise.allSettled([fillShell(), storeVisitedPage(request.path)]))
})

worker.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)))

async function activate(): Promise<void> {
  await deleteOldShells()
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}
