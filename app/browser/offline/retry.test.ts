import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRetry } from './retry.ts'

const HERE = 'https://suchana.example/jobs?search=ssc'

/** An element of a page that waits for the server, and its link. */
class FakeElement {
  readonly attributes: Record<string, string>
  constructor(href: string | null) {
    this.attributes = href === null ? {} : { href }
  }
  querySelector = () => ('href' in this.attributes ? this : null)
  closest = () => this.querySelector()
  getAttribute = (name: string) => this.attributes[name] ?? null
  setAttribute = (name: string, value: string) => void (this.attributes[name] = value)
  removeAttribute = (name: string) => void delete this.attributes[name]
}

class FakeDocument extends EventTarget {
  hidden = false
  waiting: FakeElement[] = []
  isSavedCopy = false
  querySelectorAll = () => this.waiting
  querySelector = () => (this.isSavedCopy ? this.waiting[0] : null)
}

let page: FakeDocument
type Fetch = (url: string, init: RequestInit) => Promise<Response>
type OnResponse = (response: Response) => void

let fetch: ReturnType<typeof vi.fn<Fetch>>
let onResponse: ReturnType<typeof vi.fn<OnResponse>>
let network: { onLine: boolean; serviceWorker: EventTarget }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page = new FakeDocument()
  network = { onLine: true, serviceWorker: Object.assign(new EventTarget(), { startMessages: () => undefined }) }
  fetch = vi.fn<Fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
  onResponse = vi.fn<OnResponse>(() => void (page.waiting = []))
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window))
  vi.stubGlobal('document', page)
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('location', { href: HERE })
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('fetch', fetch)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

function pageResponse(status: number, headers: Record<string, string> = { 'x-suchana': 'page' }): Response {
  return new Response('x', { status, headers })
}

function showLine(href: string | null = ''): FakeElement {
  const line = new FakeElement(href)
  page.waiting = [line]
  return line
}

function click(target: FakeElement): Event {
  const event = new Event('click', { cancelable: true })
  Object.defineProperty(event, 'target', { value: target })
  page.dispatchEvent(event)
  return event
}

test('a page that is not waiting for the server sends no request', async () => {
  startRetry(onResponse)
  await after(60_000)
  dispatchEvent(new Event('online'))
  expect(fetch).not.toHaveBeenCalled()
})

test('a saved copy sends a request as soon as the script starts, since the network may have come back before', () => {
  showLine()
  page.isSavedCopy = true
  startRetry(onResponse)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a message of the service worker that came before the script is not lost', async () => {
  const match = () => Promise.resolve(pageResponse(200))
  vi.stubGlobal('caches', { open: () => Promise.resolve({ match }) })
  vi.stubGlobal('earlyMessages', [{ type: 'fresh', url: HERE }])
  showLine()
  startRetry(onResponse)
  await after(0)
  expect(onResponse).toHaveBeenCalledTimes(1)
})

test('a waiting page sends a request every five seconds until the server responds', async () => {
  showLine()
  startRetry(onResponse)
  await after(4_999)
  expect(fetch).not.toHaveBeenCalled()
  await after(1)
  expect(fetch).toHaveBeenCalledWith(HERE, expect.objectContaining({ headers: { accept: 'text/html' } }))
  await after(5_000)
  expect(fetch).toHaveBeenCalledTimes(2)
  fetch.mockResolvedValue(pageResponse(200))
  await after(5_000)
  expect(onResponse).toHaveBeenCalledOnce()
  expect(onResponse.mock.lastCall?.[0].status).toBe(200)
  await after(60_000)
  expect(fetch).toHaveBeenCalledTimes(3)
})

test.each([
  ['a saved copy', false, pageResponse(200, { 'x-suchana': 'page', 'x-saved-at': '2026-11-22T01:32:00.000Z' })],
  ['an unreachable response of the service worker', false, pageResponse(504, { 'x-suchana': 'unreachable' })],
  ["the server's own failure", false, pageResponse(503)],
  ['too many requests', false, pageResponse(429)],
  ['a page of a proxy', false, pageResponse(200, {})],
  ['a page that does not exist', true, pageResponse(404)],
])('%s replaces a waiting page: %o', async (_what, isShown, response) => {
  fetch.mockResolvedValue(response)
  showLine()
  startRetry(onResponse)
  await after(5_000)
  expect(onResponse).toHaveBeenCalledTimes(isShown ? 1 : 0)
})

test('a line on a swapped page starts the retries, and its removal stops them', async () => {
  startRetry(onResponse)
  showLine(null)
  await after(5_000)
  expect(fetch).not.toHaveBeenCalled()
  dispatchEvent(new Event('pageshown'))
  await after(5_000)
  expect(fetch).toHaveBeenCalledTimes(1)
  page.waiting = []
  await after(20_000)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a line whose link leads to another page causes no request, and its click is left to the browser', async () => {
  const line = showLine('/jobs/upsc-cds')
  startRetry(onResponse)
  await after(20_000)
  expect(click(line).defaultPrevented).toBe(false)
  expect(fetch).not.toHaveBeenCalled()
})

test('a click sends a request at once and aborts the one in flight', async () => {
  const line = showLine()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetch.mockReturnValueOnce(promise)
  startRetry(onResponse)
  await after(5_000)
  fetch.mockResolvedValue(pageResponse(200))
  expect(click(line).defaultPrevented).toBe(true)
  expect(line.attributes['aria-busy']).toBe('true')
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
  await after(0)
  expect(onResponse).toHaveBeenCalledOnce()
  expect(line.attributes).not.toHaveProperty('aria-busy')
  resolve(pageResponse(200))
  await after(0)
  expect(onResponse, 'the response of the aborted request is ignored').toHaveBeenCalledOnce()
})

test('without a network no request is sent until the browser is online again', async () => {
  network.onLine = false
  showLine()
  startRetry(onResponse)
  await after(20_000)
  expect(fetch).not.toHaveBeenCalled()
  network.onLine = true
  dispatchEvent(new Event('online'))
  expect(fetch).toHaveBeenCalledOnce()
})

test('a hidden page sends no request, and sends one at once when it becomes visible', async () => {
  showLine()
  startRetry(onResponse)
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  await after(20_000)
  expect(fetch).not.toHaveBeenCalled()
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(fetch).toHaveBeenCalledOnce()
})

test('a page that the visitor has left meanwhile is not replaced', async () => {
  showLine()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetch.mockReturnValueOnce(promise)
  startRetry(onResponse)
  await after(5_000)
  location.href = 'https://suchana.example/results'
  resolve(pageResponse(200))
  await after(0)
  expect(onResponse).not.toHaveBeenCalled()
})

const announce = (url: string) =>
  network.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'fresh', url } }))

function storePage(response: Response | undefined) {
  const match = vi.fn<(url: string) => Promise<Response | undefined>>(() => Promise.resolve(response))
  vi.stubGlobal('caches', { open: () => Promise.resolve({ match }) })
  return match
}

test('a newer page that the service worker announces is read from the cache', async () => {
  const stored = pageResponse(200)
  storePage(stored)
  location.href = `${HERE}#main`
  showLine()
  startRetry(onResponse)
  announce(HERE)
  await after(0)
  expect(onResponse).toHaveBeenCalledWith(stored)
  expect(fetch).not.toHaveBeenCalled()
})

test('an announced page of another address is ignored', async () => {
  const match = storePage(pageResponse(200))
  showLine()
  startRetry(onResponse)
  announce('https://suchana.example/jobs')
  await after(0)
  expect(match).not.toHaveBeenCalled()
})

test('an announced page that is missing in the cache is requested', async () => {
  storePage(undefined)
  showLine()
  fetch.mockResolvedValue(pageResponse(410))
  startRetry(onResponse)
  announce(HERE)
  await after(0)
  expect(onResponse.mock.lastCall?.[0].status).toBe(410)
})
