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
  isTypedInto = false
  querySelector = () => ({
    dataset: this.isTypedInto ? { typed: '' } : {},
    querySelectorAll: () => this.waiting,
    querySelector: (selector: string) =>
      (this.isSavedCopy && selector.includes('.saved-copy') && this.waiting[0]) || null,
  })
}

let page: FakeDocument
type Fetch = (url: string, init: RequestInit) => Promise<Response>
type OnPage = (html: string) => void

let fetch: ReturnType<typeof vi.fn<Fetch>>
let onPage: ReturnType<typeof vi.fn<OnPage>>
let network: { onLine: boolean; serviceWorker: EventTarget }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page = new FakeDocument()
  network = { onLine: true, serviceWorker: Object.assign(new EventTarget(), { startMessages: () => undefined }) }
  fetch = vi.fn<Fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
  onPage = vi.fn<OnPage>(() => void (page.waiting = []))
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
  return new Response(`A page with status ${status}`, { status, headers })
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
  startRetry(onPage)
  await after(60_000)
  dispatchEvent(new Event('online'))
  expect(fetch).not.toHaveBeenCalled()
})

test('a saved copy sends a request as soon as the script starts, since the network may have come back before', () => {
  showLine()
  page.isSavedCopy = true
  startRetry(onPage)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a message of the service worker that came before the script is not lost', async () => {
  const match = () => Promise.resolve(pageResponse(200))
  vi.stubGlobal('caches', { open: () => Promise.resolve({ match }) })
  vi.stubGlobal('earlyMessages', [{ type: 'fresh', url: HERE }])
  showLine()
  startRetry(onPage)
  await after(0)
  expect(onPage).toHaveBeenCalledTimes(1)
})

test('a waiting page sends a request every five seconds until the server responds', async () => {
  showLine()
  startRetry(onPage)
  await after(4_999)
  expect(fetch).not.toHaveBeenCalled()
  await after(1)
  expect(fetch).toHaveBeenCalledWith(HERE, expect.objectContaining({ headers: { accept: 'text/html' } }))
  await after(5_000)
  expect(fetch).toHaveBeenCalledTimes(2)
  fetch.mockResolvedValue(pageResponse(200))
  await after(5_000)
  expect(onPage).toHaveBeenCalledOnce()
  expect(onPage).toHaveBeenLastCalledWith('A page with status 200')
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
  startRetry(onPage)
  await after(5_000)
  expect(onPage).toHaveBeenCalledTimes(isShown ? 1 : 0)
})

test('a line on a swapped page starts the retries, and its removal stops them', async () => {
  startRetry(onPage)
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
  startRetry(onPage)
  await after(20_000)
  expect(click(line).defaultPrevented).toBe(false)
  expect(fetch).not.toHaveBeenCalled()
})

test('a click sends a request at once and aborts the one in flight', async () => {
  const line = showLine()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetch.mockReturnValueOnce(promise)
  startRetry(onPage)
  await after(5_000)
  fetch.mockResolvedValue(pageResponse(200))
  expect(click(line).defaultPrevented).toBe(true)
  expect(line.attributes['aria-busy']).toBe('true')
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
  await after(0)
  expect(onPage).toHaveBeenCalledOnce()
  expect(line.attributes).not.toHaveProperty('aria-busy')
  resolve(pageResponse(200))
  await after(0)
  expect(onPage, 'the response of the aborted request is ignored').toHaveBeenCalledOnce()
})

test('without a network no request is sent until the browser is online again', async () => {
  network.onLine = false
  showLine()
  startRetry(onPage)
  await after(20_000)
  expect(fetch).not.toHaveBeenCalled()
  network.onLine = true
  dispatchEvent(new Event('online'))
  expect(fetch).toHaveBeenCalledOnce()
})

test('a hidden page sends no request, and sends one at once when it becomes visible', async () => {
  showLine()
  startRetry(onPage)
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
  startRetry(onPage)
  await after(5_000)
  location.href = 'https://suchana.example/results'
  resolve(pageResponse(200))
  await after(0)
  expect(onPage).not.toHaveBeenCalled()
})

test('a page that the visitor has left while the body of the response was read is not replaced', async () => {
  showLine()
  const { promise, resolve } = Promise.withResolvers<string>()
  const response = pageResponse(200)
  response.text = () => promise
  fetch.mockResolvedValueOnce(response)
  startRetry(onPage)
  await after(5_000)
  location.href = 'https://suchana.example/results'
  resolve('The page before')
  await after(0)
  expect(onPage).not.toHaveBeenCalled()
})

test('a page that the visitor types into is neither requested nor replaced, until the link is clicked', async () => {
  const line = showLine()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetch.mockReturnValueOnce(promise)
  storePage(pageResponse(200))
  startRetry(onPage)
  await after(5_000)
  page.isTypedInto = true
  resolve(pageResponse(200))
  announce(HERE)
  await after(20_000)
  expect(onPage).not.toHaveBeenCalled()
  expect(fetch).toHaveBeenCalledOnce()
  fetch.mockResolvedValue(pageResponse(200))
  click(line)
  await after(0)
  expect(onPage).toHaveBeenCalledOnce()
})

const announce = (url: string) =>
  network.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'fresh', url } }))

function storePage(response: Response | undefined) {
  const match = vi.fn<(url: string) => Promise<Response | undefined>>(() => Promise.resolve(response))
  vi.stubGlobal('caches', { open: () => Promise.resolve({ match }) })
  return match
}

test('a newer page that the service worker announces is read from the cache', async () => {
  storePage(pageResponse(200))
  location.href = `${HERE}#main`
  showLine()
  startRetry(onPage)
  announce(HERE)
  await after(0)
  expect(onPage).toHaveBeenCalledExactlyOnceWith('A page with status 200')
  expect(fetch).not.toHaveBeenCalled()
})

test('an announced page of another address is ignored', async () => {
  const match = storePage(pageResponse(200))
  showLine()
  startRetry(onPage)
  announce('https://suchana.example/jobs')
  await after(0)
  expect(match).not.toHaveBeenCalled()
})

test('an announced page that is missing in the cache is requested', async () => {
  storePage(undefined)
  showLine()
  fetch.mockResolvedValue(pageResponse(410))
  startRetry(onPage)
  announce(HERE)
  await after(0)
  expect(onPage).toHaveBeenCalledExactlyOnceWith('A page with status 410')
})
