import { useEffect } from 'react'
import { createStore } from '#app/admin/feedback/store.ts'
import { savesData } from '#app/browser/save-data.ts'
import { wait, whenIdle } from '#app/browser/when-idle.ts'
import { endSignal } from '#domain/end-signal.ts'
import { LATE_RESPONSE_MS, RETRY_MS } from '#domain/limits.ts'

/** A route as React Router lists it for the browser. */
interface BuiltRoute {
  id: string
  module: string
  imports?: readonly string[]
  css?: readonly string[]
}

type FetchState = 'arrived' | 'gone' | 'unreached'

/** What React Router has left in the document for itself: every route, and the modules of those that are loaded. */
interface RouterGlobals {
  __reactRouterManifest: { routes: Record<string, BuiltRoute> }
  __reactRouterRouteModules: Record<string, unknown>
}

/** The routes whose scripts are needed and could not be reached; they are requested again. */
const unreached = createStore<readonly string[]>([])

/** @returns whether scripts that are needed could not be reached */
export function useIsUnreached(): boolean {
  return unreached.use().length > 0
}

const arrived = new Set<string>()
const retries = new EventTarget()

/**
 * Loads the scripts of all pages once the first one is settled, so that none is missing when the network is lost. Until
 * then, a page whose scripts cannot be reached waits for them: React Router would load the document again, which without a
 * network ends in an error page of the browser. Source: docs/behaviour/messages.md#scripts-that-do-not-arrive
 */
export function useRouteScripts(): void {
  useEffect(() => {
    // In development modules are replaced while the page is open.
    if (!import.meta.env.PROD) return
    addEventListener('online', retryScripts)
    const routes = takeOverRoutes()
    if (!savesData())
      whenIdle()
        .then(() => loadAhead(routes))
        .catch((error: unknown) => console.info('A script could not be loaded', error))
    return () => removeEventListener('online', retryScripts)
  }, [])
}

/** Requests at once what could not be reached, also what is being requested again without an answer. */
export function retryScripts(): void {
  retries.dispatchEvent(new Event('retry'))
}

/**
 * Lets React Router find every route in its cache of loaded modules: it awaits what it finds there, and stores there what
 * it began to load before.
 *
 * @returns the routes that are not loaded yet, each with a function that loads it
 */
export function takeOverRoutes(): { route: BuiltRoute; load: () => Promise<unknown> }[] {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window as unknown as RouterGlobals
  return Object.values(manifest.routes).flatMap((route) => {
    if (Object.hasOwn(modules, route.id)) return []
    const define = (property: PropertyDescriptor) =>
      Object.defineProperty(modules, route.id, { configurable: true, enumerable: true, ...property })
    const store = (value: unknown) => define({ value, writable: true })
    let loading: Promise<unknown> | null = null
    const load = () =>
      (loading ??= moduleOf(route).then(
        (module) => {
          store(module)
          return module
        },
        (error: unknown) => {
          loading = null
          throw error
        },
      ))
    define({ get: load, set: store })
    return [{ route, load }]
  })
}

/** One route after the other; what cannot be reached is left to the navigation that needs it. */
async function loadAhead(routes: ReturnType<typeof takeOverRoutes>): Promise<void> {
  for (const { route, load } of routes) {
    if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    if ((await fetchRoute(route)) === 'arrived') await load()
    await whenIdle(0)
  }
}

/** Waits until the files of a route have arrived. A browser may request a script that import() did not get only once. */
async function moduleOf(route: BuiltRoute): Promise<unknown> {
  const others = () => unreached.get().filter((id) => id !== route.id)
  let state: FetchState | 'retry' = await fetchRoute(route)
  while (state === 'unreached' || state === 'retry') {
    unreached.set([...others(), route.id])
    if (state === 'unreached') await orRetry(wait(RETRY_MS))
    state = await orRetry(fetchRoute(route, endSignal(LATE_RESPONSE_MS)))
  }
  unreached.set(others())
  if (state === 'arrived') return import(/* @vite-ignore */ route.module)
  // Another version of the site is installed: it has other files.
  location.reload()
  return new Promise(() => {})
}

/** @returns the result of the work, or 'retry' when that is wanted before */
async function orRetry<T>(work: Promise<T>): Promise<T | 'retry'> {
  const listening = new AbortController()
  const retry = new Promise<'retry'>((resolve) =>
    retries.addEventListener('retry', () => resolve('retry'), { signal: listening.signal }),
  )
  try {
    return await Promise.race([work, retry])
  } finally {
    listening.abort()
  }
}

/** Fetches the files of a route into the cache of the browser. */
async function fetchRoute({ module, imports = [], css = [] }: BuiltRoute, signal?: AbortSignal): Promise<FetchState> {
  const missing = [module, ...imports, ...css].filter((file) => !arrived.has(file))
  try {
    const responses = await Promise.all(missing.map((file) => fetch(file, signal ? { signal } : {})))
    if (responses.some(({ status }) => status === 404)) return 'gone'
    if (!responses.every(({ ok }) => ok)) return 'unreached'
    await Promise.all(responses.map((response) => response.arrayBuffer()))
    for (const file of missing) arrived.add(file)
    return 'arrived'
  } catch {
    return 'unreached'
  }
}
