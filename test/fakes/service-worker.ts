/** Fakes of the browser APIs that the service worker uses. Import this before the modules under test. */
import { vi } from 'vitest'

export const ORIGIN = 'https://suchana.example'

/** The Cache API: entries in the order in which they were put. */
class FakeCache {
  readonly entries = new Map<string, Response>()
  match = (request: RequestLike) => Promise.resolve(this.entries.get(urlOf(request))?.clone())
  delete = (request: RequestLike) => Promise.resolve(this.entries.delete(urlOf(request)))
  keys = () => Promise.resolve([...this.entries.keys()].map((url) => ({ url })))

  put = (request: RequestLike, response: Response) => {
    this.entries.delete(urlOf(request))
    this.entries.set(urlOf(request), response)
    return Promise.resolve()
  }

  add = async (path: string) => this.put(path, await fetch(path))
}

type RequestLike = string | { url: string }

const urlOf = (request: RequestLike) => new URL(typeof request === 'string' ? request : request.url, ORIGIN).href

class FakeCacheStorage {
  readonly all = new Map<string, FakeCache>()
  keys = () => Promise.resolve([...this.all.keys()])
  delete = (name: string) => Promise.resolve(this.all.delete(name))

  open = (name: string) => {
    const cache = this.all.get(name) ?? new FakeCache()
    this.all.set(name, cache)
    return Promise.resolve(cache)
  }

  match = async (request: RequestLike) => {
    for (const cache of this.all.values()) {
      const response = await cache.match(request)
      if (response) return response
    }
    return undefined
  }
}

export class FakeClient {
  readonly messages: unknown[] = []
  readonly id: string
  url: string
  isFocused = false
  constructor(id: string, path = '/') {
    this.id = id
    this.url = ORIGIN + path
  }
  postMessage = (message: unknown) => void this.messages.push(message)
  focus = () => Promise.resolve((this.isFocused = true))
  navigate = (path: string) => Promise.resolve((this.url = ORIGIN + path))
}

class FakeClients {
  readonly all: FakeClient[] = []
  readonly opened: string[] = []
  get = (id: string) => Promise.resolve(this.all.find((client) => client.id === id))
  matchAll = () => Promise.resolve(this.all)
  openWindow = (path: string) => Promise.resolve(void this.opened.push(path))
}

const scope = { clients: new FakeClients() }

Object.assign(globalThis, {
  self: scope,
  BUILD_ID: 'this build',
  BUILD_FILES: ['/assets/main.js', '/assets/banners.js'],
  BUILD_PAGES: ['^/$', '^/jobs$', '^/jobs/[^/]+$', '^/search$', '^/saved$'],
})

/** Resets all fakes: empty caches, no clients, online, and every fetch fails. Call it before each test. */
export function startFakeWorker() {
  const caches = new FakeCacheStorage()
  const clients = (scope.clients = new FakeClients())
  const navigator: { onLine: boolean; connection?: { saveData: boolean } } = { onLine: true }
  const fetch = vi.fn<(request: string | URL | { url: string }, init?: RequestInit) => Promise<Response>>()
  fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('location', { origin: ORIGIN, host: 'suchana.example' })
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('fetch', fetch)
  return { caches, clients, navigator, fetch }
}

interface FakePage {
  status?: number
  type?: string
  date?: Date | null
  headers?: Record<string, string>
}

/** A page as the site's server sends it, with the response type 'basic' that only the network sets. */
export function pageOf(title: string, page: FakePage = {}): Response {
  const { status = 200, type = 'text/html; charset=utf-8', date = new Date(), headers } = page
  const html = `<html data-site="Suchana"><title>${title} | Suchana</title><main id="main" class="wrap"><h1>${title}</h1></main>`
  return fromNetwork(html, {
    status,
    headers: { 'content-type': type, 'x-suchana': 'page', ...(date && { date: date.toUTCString() }), ...headers },
  })
}

export function fromNetwork(body: string, init: ResponseInit): Response {
  return Object.defineProperty(new Response(body, init), 'type', { value: 'basic' })
}

/** The response of a proxy whose server is down. */
export function badGateway(status = 502): Response {
  return fromNetwork('<h1>502 Bad Gateway</h1>', { status, headers: { 'content-type': 'text/html' } })
}

interface FakeRequest {
  mode?: RequestMode
  accept?: string
  method?: string
  cache?: RequestCache
  isHistoryNavigation?: boolean
}

export class FakeFetchEvent {
  readonly clientId = 'reading'
  readonly resultingClientId: string
  readonly request
  readonly #work: Promise<unknown>[] = []
  preloadResponse: Promise<Response | undefined> = Promise.resolve(undefined)
  response: Promise<Response> | undefined
  isAnswered = false

  constructor(path: string, { mode = 'navigate', accept = 'text/html', method = 'GET', ...rest }: FakeRequest = {}) {
    const url = new URL(path, ORIGIN).href
    const { signal } = new AbortController()
    this.request = { url, mode, method, headers: new Headers({ accept }), signal, cache: 'default', ...rest }
    this.resultingClientId = mode === 'navigate' ? 'opening' : ''
  }

  respondWith(response: Promise<Response>): void {
    this.response = response
    response.then(() => (this.isAnswered = true)).catch(() => undefined)
  }

  waitUntil(work: Promise<unknown>): void {
    this.#work.push(work)
  }

  /** Waits for the work passed to waitUntil, including work that is added meanwhile. */
  async finished(): Promise<void> {
    for (let done = 0; done < this.#work.length; done++) await this.#work[done]
  }

  get asEvent(): FetchEvent {
    return this as unknown as FetchEvent
  }
}
