import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startRetry } from './retry.ts'

const HERE = 'https://suchana.example/jobs?search=ssc'

/** A line, or a document, that waits for the server; and its link. */
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
  querySelectorAll = () => this.waiting
}

let page: FakeDocument
type Fetch = (url: string, init: RequestInit) => Promise<Response>
type OnAnswer = (response: Response) => void

let fetch: ReturnType<typeof vi.fn<Fetch>>
let onAnswer: ReturnType<typeof vi.fn<OnAnswer>>
let network: { onLine: boolean; serviceWorker: EventTarget }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page = new FakeDocument()
  network = { onLine: true, serviceWorker: new EventTarget() }
  fetch = vi.fn<Fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
  onAnswer = vi.fn<OnAnswer>(() => void (page.waiting = []))
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

function answer(status: number, headers: Record<string, string> = { 'x-suchana': 'page' }): Response {
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

test('a page that waits for nothing asks for nothing', async () => {
  startRetry(onAnswer)
  await after(60_000)
  dispatchEvent(new Event('online'))
  expect(fetch).not.toHaveBeenCalled()
})

test('a page that waits asks every five seconds until the server answers', async () => {
  showLine()
  startRetry(onAnswer)
  await after(4_999)
  expect(fetch).not.toHaveBeenCalled()
  await after(1)
  expect(fetch).toHaveBeenCalledWith(HERE, expect.objectContaining({ headers: { accept: 'text/html' } }))
  await after(5_000)
  expect(fetch).toHaveBeenCalledTimes(2)
  fetch.mockResolvedValue(answer(200))
  await after(5_000)
  expect(onAnswer).toHaveBeenCalledOnce()
  expect(onAnswer.mock.lastCall?.[0].status).toBe(200)
  await after(60_000)
  expect(fetch).toHaveBeenCalledTimes(3)
})

test.each([
  ['a saved copy', false, answer(200, { 'x-suchana': 'page', 'x-saved-at': '2026-11-22T01:32:00.000Z' })],
  ['what the worker says in place of the server', false, answer(504, { 'x-suchana': 'unreachable' })],
  ["the server's own failure", false, answer(503)],
  ['too many requests', false, answer(429)],
  ['a page of a proxy', false, answer(200, {})],
  ['a page that does not exist', true, answer(404)],
])('%s is an answer that is shown: %o', async (_what, isAnswer, response) => {
  fetch.mockResolvedValue(response)
  showLine()
  startRetry(onAnswer)
  await after(5_000)
  expect(onAnswer).toHaveBeenCalledTimes(isAnswer ? 1 : 0)
})

test('a line that comes with another page is found, and forgotten with it', async () => {
  startRetry(onAnswer)
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

test('a line that leads to another page waits for its reader', async () => {
  const line = showLine('/jobs/upsc-cds')
  startRetry(onAnswer)
  await after(20_000)
  expect(click(line).defaultPrevented).toBe(false)
  expect(fetch).not.toHaveBeenCalled()
})

test('a click asks at once, in place of a request that hangs', async () => {
  const line = showLine()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetch.mockReturnValueOnce(promise)
  startRetry(onAnswer)
  await after(5_000)
  fetch.mockResolvedValue(answer(200))
  expect(click(line).defaultPrevented).toBe(true)
  expect(line.attributes['aria-busy']).toBe('true')
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
  await after(0)
  expect(onAnswer).toHaveBeenCalledOnce()
  expect(line.attributes).not.toHaveProperty('aria-busy')
  resolve(answer(200))
  await after(0)
  expect(onAnswer, 'the other request is over').toHaveBeenCalledOnce()
})

test('without a network it asks when there is one again', async () => {
  network.onLine = false
  showLine()
  startRetry(onAnswer)
  await after(20_000)
  expect(fetch).not.toHaveBeenCalled()
  network.onLine = true
  dispatchEvent(new Event('online'))
  expect(fetch).toHaveBeenCalledOnce()
})

test('a hidden page does not ask, and does so at once when it is looked at again', async () => {
  showLine()
  startRetry(onAnswer)
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  await after(20_000)
  expect(fetch).not.toHaveBeenCalled()
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(fetch).toHaveBeenCalledOnce()
})

test('a page that has been left meanwhile is not replaced', async () => {
  showLine()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetch.mockReturnValueOnce(promise)
  startRetry(onAnswer)
  await after(5_000)
  location.href = 'https://suchana.example/results'
  resolve(answer(200))
  await after(0)
  expect(onAnswer).not.toHaveBeenCalled()
})

const announce = (url: string) =>
  network.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'fresh', url } }))

function storePage(response: Response | undefined) {
  const match = vi.fn<(url: string) => Promise<Response | undefined>>(() => Promise.resolve(response))
  vi.stubGlobal('caches', { open: () => Promise.resolve({ match }) })
  return match
}

test('a newer page that the service worker announces is taken from the cache', async () => {
  const stored = answer(200)
  storePage(stored)
  location.href = `${HERE}#main`
  showLine()
  startRetry(onAnswer)
  announce(HERE)
  await after(0)
  expect(onAnswer).toHaveBeenCalledWith(stored)
  expect(fetch).not.toHaveBeenCalled()
})

test('a newer page of another address is not for this page', async () => {
  const match = storePage(answer(200))
  showLine()
  startRetry(onAnswer)
  announce('https://suchana.example/jobs')
  await after(0)
  expect(match).not.toHaveBeenCalled()
})

test('a page that is gone since is asked for', async () => {
  storePage(undefined)
  showLine()
  fetch.mockResolvedValue(answer(410))
  startRetry(onAnswer)
  announce(HERE)
  await after(0)
  expect(onAnswer.mock.lastCall?.[0].status).toBe(410)
})
