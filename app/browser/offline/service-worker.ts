import { SERVICE_WORKER_PATH, type WorkerRequest } from '#domain/app-shell.ts'
import { TAKE_OVER_MS, UPDATE_CHECK_MS } from '#domain/limits.ts'
import { trustedScript } from '#app/browser/trusted-types.ts'

const ADDRESS = trustedScript('service-worker', SERVICE_WORKER_PATH)

/**
 * Registers the service worker, unless it is active already: a registration waits until the browser has looked for a newer
 * one, which a slow network can delay for minutes.
 *
 * @returns null when there is none: in development, in old browsers, in private windows of some browsers
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    if (!isPossible()) return null
    const existing = await navigator.serviceWorker.getRegistration()
    return existing?.active ? existing : await register()
  } catch (error) {
    console.info('This page has no service worker', error)
    return null
  }
}

/**
 * Registers the service worker. If its file cannot be loaded, as while the server restarts, tries again with every page
 * that is shown.
 *
 * @returns null as `registerServiceWorker` does; pending until the file can be loaded
 */
export async function registerWithRetries(): Promise<ServiceWorkerRegistration | null> {
  try {
    return await register()
  } catch (error) {
    console.info('The service worker could not be registered', error)
    // The file was not loaded; other errors would occur again.
    if (!(error instanceof TypeError)) return null
    await new Promise((resolve) => addEventListener('pageshown', resolve, { once: true }))
    return registerWithRetries()
  }
}

function isPossible(): boolean {
  return !import.meta.env.DEV && 'serviceWorker' in navigator
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!isPossible()) return null
  return (await navigator.serviceWorker.register(ADDRESS, { updateViaCache: 'none' })) ?? null
}

/**
 * Checks for a new version while the page is visible, and calls back when a new version is installed while an older one
 * controls the page. Source: docs/behaviour/offline.md#update-banner.
 */
export function watchUpdates(registration: ServiceWorkerRegistration, onUpdate: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined
  const check = () => void registration.update().catch(() => undefined)
  const reportWaiting = () => {
    if (registration.waiting && navigator.serviceWorker.controller) onUpdate()
  }
  const watchInstalling = () => registration.installing?.addEventListener('statechange', reportWaiting)
  const checkWhileVisible = () => {
    clearInterval(timer)
    if (document.visibilityState === 'visible') timer = setInterval(check, UPDATE_CHECK_MS)
  }
  registration.addEventListener('updatefound', watchInstalling)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
    checkWhileVisible()
  })
  watchInstalling()
  reportWaiting()
  checkWhileVisible()
}

/**
 * Activates the new version and reloads this tab once. Other tabs are not reloaded, because they may hold unsaved text.
 */
export function takeOver({ waiting }: ServiceWorkerRegistration): void {
  let isReloading = false
  const reload = () => {
    if (!isReloading) location.reload()
    isReloading = true
  }
  if (!waiting) return reload()
  // Browsers wait until the old version has answered all requests; the page itself is new without that.
  setTimeout(reload, TAKE_OVER_MS)
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage({ type: 'take-over' } satisfies WorkerRequest)
}

/** Requests that the service worker saves a page for reading offline, unless the visitor saves data. */
export async function storePage(path: string): Promise<void> {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'store-page', path } satisfies WorkerRequest)
}
