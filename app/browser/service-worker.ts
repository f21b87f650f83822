import { SERVICE_WORKER_PATH, type WorkerRequest } from '#domain/app-shell.ts'
import { UPDATE_CHECK_MS } from '#domain/limits.ts'

/**
 * Installs the service worker, or finds it installed.
 *
 * @returns null where there is none: in development, in old browsers, in private windows of some
 */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return null
  try {
    const { serviceWorker } = navigator
    return (await serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })) ?? null
  } catch (error) {
    console.info('This page has no service worker', error)
    return null
  }
}

/**
 * Looks for a new version while the page is visible, and tells when one is installed while another controls the page.
 * Source: specification, section 4, Banners and app shell.
 *
 * @returns stops looking
 */
export function watchUpdates(registration: ServiceWorkerRegistration, tell: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const check = () => void registration.update().catch(() => undefined)
  const tellIfWaiting = () => {
    if (registration.waiting && navigator.serviceWorker.controller) tell()
  }
  const follow = () => registration.installing?.addEventListener('statechange', tellIfWaiting)
  const lookWhileVisible = () => {
    clearInterval(timer)
    if (document.visibilityState === 'visible') timer = setInterval(check, UPDATE_CHECK_MS)
  }
  const comeBack = () => {
    if (document.visibilityState === 'visible') check()
    lookWhileVisible()
  }
  registration.addEventListener('updatefound', follow)
  document.addEventListener('visibilitychange', comeBack)
  follow()
  tellIfWaiting()
  lookWhileVisible()
  return () => {
    clearInterval(timer)
    registration.removeEventListener('updatefound', follow)
    document.removeEventListener('visibilitychange', comeBack)
  }
}

/** Shows the new version: one reload, of this tab alone. Other tabs may hold what somebody is writing. */
export function takeOver({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage({ type: 'take-over' } satisfies WorkerRequest)
}

/** Has the page ready for when there is no network. */
export async function keepPage(path: string): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'store-page', path } satisfies WorkerRequest)
}
