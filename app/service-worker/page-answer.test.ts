import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  badGateway,
  FakeClient,
  FakeFetchEvent,
  fromNetwork,
  ORIGIN,
  pageOf,
  startFakeWorker,
} from './tests/fake-worker.ts'
import { answerPage } from './page-answer.ts'
import { savedPage, updateSavedPage } from './saved-pages.ts'

const FETCH = { mode: 'cors' } as const

let browser: ReturnType<typeof startFakeWorker>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-22T04:00:00Z') })
  browser = startFakeWorker()
})

afterEach(() => void vi.useRealTimers())

function ask(...request: ConstructorParameters<typeof FakeFetchEvent>): FakeFetchEvent {
  const event = new FakeFetchEvent(...request)
  answerPage(event.asEvent, true)
  return event
}

/** Stores a copy of 7:02 AM in India. */
async function saveCopy(path: string, title = 'Old jobs', headers?: Record<string, string>): Promise<void> {
  const date = new Date('2026-11-22T01:32:00Z')
  await updateSavedPage(ORIGIN + path, pageOf(title, { date, ...(headers && { headers }) }))
}

/** Holds the network back until the returned function is called. */
function hang(): (response: Response) => void {
  const { promise, resolve } = Promise.withResolvers<Response>()
  browser.fetch.mockReturnValue(promise)
  return resolve
}

function openPage(id: string): FakeClient {
  const client = new FakeClient(id)
  browser.clients.all.push(client)
  return client
}

const savedTitle = async (path: string) =>
  /<h1>(.*)<\/h1>/.exec((await (await savedPage(ORIGIN + path))?.text()) ?? '')?.[1]
const fresh = (path: string) => ({ type: 'fresh', url: ORIGIN + path })

describe.each([
  ['a navigation', {}, 'opening'],
  ['a fetch', FETCH, 'reading'],
] as const)('%s', (_what, request, clientId) => {
  test('is answered by the network, and stored', async () => {
    await saveCopy('/jobs')
    browser.fetch.mockResolvedValue(pageOf('New jobs'))
    const event = ask('/jobs#main', request)
    expect(await (await event.response)?.text()).toContain('<h1>New jobs</h1>')
    await event.finished()
    expect(await savedTitle('/jobs')).toBe('New jobs')
  })

  test('is answered by a preloaded response without another request', async () => {
    const event = new FakeFetchEvent('/jobs', request)
    event.preloadResponse = Promise.resolve(pageOf('Preloaded jobs'))
    answerPage(event.asEvent, true)
    expect(await (await event.response)?.text()).toContain('Preloaded jobs')
    await event.finished()
    expect(browser.fetch).not.toHaveBeenCalled()
    expect(await savedTitle('/jobs')).toBe('Preloaded jobs')
  })

  test.each([
    ['502', () => Promise.resolve(badGateway(502))],
    ['503', () => Promise.resolve(badGateway(503))],
    ['504', () => Promise.resolve(badGateway(504))],
    ["the server's own 503", () => Promise.resolve(pageOf('Jobs', { status: 503 }))],
    ['a refused connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is answered by the saved copy after %s', async (_failure, answer) => {
    await saveCopy('/jobs', 'Old jobs', { 'content-encoding': 'br', 'content-length': '10', 'x-policy': 'strict' })
    browser.fetch.mockImplementation(answer)
    const event = ask('/jobs', request)
    const response = await event.response
    expect(response?.status).toBe(200)
    expect(await response?.text()).toContain(
      '<main id="main" class="wrap"><p class="saved-copy" role="status">Saved copy of 7:02 AM</p><h1>Old jobs</h1>',
    )
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'content-type': 'text/html; charset=utf-8',
      date: 'Sun, 22 Nov 2026 01:32:00 GMT',
      'x-policy': 'strict',
      'x-saved-at': '2026-11-22T01:32:00.000Z',
      'x-suchana': 'page',
    })
    await event.finished()
    expect(await savedTitle('/jobs'), 'the copy itself is not marked').toBe('Old jobs')
  })

  test('that hangs for three seconds is answered by the saved copy, and the later answer is announced', async () => {
    await saveCopy('/jobs')
    const answer = hang()
    const event = ask('/jobs', request)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(event.isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await event.response)?.headers.get('x-saved-at')).toBe('2026-11-22T01:32:00.000Z')
    const page = openPage(clientId)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(page.messages).toEqual([])
    answer(pageOf('New jobs'))
    await event.finished()
    expect(await savedTitle('/jobs')).toBe('New jobs')
    expect(page.messages).toEqual([fresh('/jobs')])
  })

  test('that fails late is not announced', async () => {
    await saveCopy('/jobs')
    const answer = hang()
    const event = ask('/jobs', request)
    await vi.advanceTimersByTimeAsync(3_000)
    const page = openPage(clientId)
    answer(badGateway())
    await event.finished()
    expect(page.messages).toEqual([])
    expect(await savedTitle('/jobs')).toBe('Old jobs')
  })

  test.each([404, 410, 500, 429])('without a failure passes status %i on, whatever is saved', async (status) => {
    await saveCopy('/jobs')
    browser.fetch.mockResolvedValue(pageOf('Home', { status }))
    expect((await ask('/jobs', request).response)?.status).toBe(status)
  })

  test("without a copy gets the server's own 503 as it is", async () => {
    browser.fetch.mockResolvedValue(pageOf('Jobs', { status: 503 }))
    const response = await ask('/jobs', request).response
    expect([response?.status, response?.headers.get('x-suchana')]).toEqual([503, 'page'])
  })

  test('without a copy waits fifteen seconds', async () => {
    const answer = hang()
    const event = ask('/jobs', request)
    await vi.advanceTimersByTimeAsync(14_999)
    expect(event.isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await event.response)?.headers.get('x-suchana')).toBe('unreachable')
    answer(pageOf('Late jobs'))
    await event.finished()
    expect(await savedTitle('/jobs'), 'the later answer is stored').toBe('Late jobs')
  })
})

describe('a fetch without a copy', () => {
  test.each([
    ['502', () => Promise.resolve(badGateway())],
    ['a refused connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('says after %s that the page is unreachable', async (_failure, answer) => {
    browser.fetch.mockImplementation(answer)
    const response = await ask('/jobs', FETCH).response
    expect([response?.status, response?.headers.get('x-suchana')]).toEqual([504, 'unreachable'])
  })

  test('is given up when the page gives it up, and after thirty seconds', async () => {
    hang()
    for (const giveUp of [() => vi.advanceTimersByTimeAsync(30_000), async (end: AbortController) => end.abort()]) {
      const page = new AbortController()
      const event = new FakeFetchEvent('/jobs', FETCH)
      event.request.signal = page.signal
      answerPage(event.asEvent, true)
      await vi.advanceTimersByTimeAsync(0)
      const signal = browser.fetch.mock.lastCall?.[1]?.signal
      expect(signal?.aborted).toBe(false)
      await giveUp(page)
      expect(signal?.aborted).toBe(true)
    }
  })
})

const DOCUMENT = `<title>You&#x27;re offline | Sarkari Suchana</title><main id="main">
<div data-variant="offline"><h1>You&#x27;re offline</h1></div>
<div data-variant="unreachable" hidden=""><h1>Sarkari Suchana cannot be reached</h1></div>
<ul class="saved-pages"></ul></main>`

describe('a navigation without a copy', () => {
  const storeDocument = async () =>
    (await browser.caches.open('shell this build')).put(
      '/offline',
      fromNetwork(DOCUMENT, { headers: { 'x-suchana': 'page', 'x-policy': 'strict', 'content-encoding': 'br' } }),
    )

  test('opens our own page, with the words for a server that fails and the pages that can be read', async () => {
    await storeDocument()
    await saveCopy('/jobs/a?x=1&y=2', 'A &amp; B')
    browser.fetch.mockResolvedValue(badGateway())
    const response = await ask('/jobs').response
    expect(response?.status).toBe(503)
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'content-type': 'text/plain;charset=UTF-8',
      'x-policy': 'strict',
      'x-suchana': 'unreachable',
    })
    expect(await response?.text()).toBe(`<title>Sarkari Suchana cannot be reached</title><main id="main">
<div data-variant="offline" hidden=""><h1>You&#x27;re offline</h1></div>
<div data-variant="unreachable"><h1>Sarkari Suchana cannot be reached</h1></div>
<ul class="saved-pages"><li><a href="/jobs/a?x=1&amp;y=2">A &amp; B</a></li></ul></main>`)
  })

  test('says that the visitor is offline only when the browser is', async () => {
    await storeDocument()
    browser.navigator.onLine = false
    const response = await ask('/jobs').response
    expect(response?.status).toBe(503)
    expect(await response?.text()).toBe(DOCUMENT)
  })

  test.each([
    [true, 'Suchana cannot be reached'],
    [false, "You're offline"],
  ])('has a page that reloads itself when there is no document (online: %s)', async (onLine, heading) => {
    browser.navigator.onLine = onLine
    const response = await ask('/jobs').response
    expect([response?.status, response?.headers.get('x-suchana')]).toEqual([503, 'unreachable'])
    expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await response?.text()
    expect(html).toContain('<meta http-equiv="refresh" content="5">')
    expect(html).toContain(`<h1>${heading}</h1>`)
  })
})

describe('a navigation to an address that is no page', () => {
  const askOther = (path: string) => {
    const event = new FakeFetchEvent(path)
    answerPage(event.asEvent, false)
    return event
  }

  test('is answered by the network and never stored', async () => {
    browser.fetch.mockResolvedValue(pageOf('Contact'))
    const event = askOther('/contact-us')
    expect((await event.response)?.status).toBe(200)
    await event.finished()
    expect(await savedPage(`${ORIGIN}/contact-us`)).toBeUndefined()
  })

  test('gets our own page while the server fails', async () => {
    browser.fetch.mockResolvedValue(badGateway())
    expect((await askOther('/index.php').response)?.headers.get('x-suchana')).toBe('unreachable')
  })
})

describe('going back', () => {
  const BACK = { isHistoryNavigation: true }

  test.each([
    ['the flag of a history navigation', BACK],
    ['the cache mode of one', { cache: 'force-cache' }],
  ] as const)('by %s shows the copy at once and brings the newer page behind it', async (_sign, request) => {
    await saveCopy('/jobs', 'Old jobs', { etag: '"1"' })
    const answer = hang()
    const event = ask('/jobs', request)
    const response = await event.response
    expect(response?.headers.has('x-saved-at')).toBe(false)
    expect(await response?.text()).not.toContain('saved-copy')
    answer(pageOf('New jobs', { headers: { etag: '"2"' } }))
    await vi.advanceTimersByTimeAsync(500)
    const page = openPage('opening')
    await vi.advanceTimersByTimeAsync(500)
    await event.finished()
    expect(page.messages).toEqual([fresh('/jobs')])
    expect(await savedTitle('/jobs')).toBe('New jobs')
  })

  test('to a page that has not changed announces nothing', async () => {
    await saveCopy('/jobs', 'Jobs', { etag: '"1"' })
    browser.fetch.mockResolvedValue(pageOf('Jobs', { headers: { etag: '"1"' } }))
    const page = openPage('opening')
    const event = ask('/jobs', BACK)
    await event.finished()
    expect(page.messages).toEqual([])
  })

  test('while the server fails shows the copy', async () => {
    await saveCopy('/jobs')
    browser.fetch.mockResolvedValue(badGateway())
    const event = ask('/jobs', BACK)
    expect(await (await event.response)?.text()).toContain('Old jobs')
    await event.finished()
    expect(await savedTitle('/jobs')).toBe('Old jobs')
  })

  test('without a copy is a navigation as any other', async () => {
    browser.fetch.mockResolvedValue(pageOf('New jobs'))
    expect(await (await ask('/jobs', BACK).response)?.text()).toContain('New jobs')
  })
})
