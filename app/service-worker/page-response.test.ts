import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  badGateway,
  FakeClient,
  FakeFetchEvent,
  fromNetwork,
  ORIGIN,
  pageOf,
  startFakeWorker,
} from '#test/fakes/service-worker.ts'
import { respondWithPage } from './page-response.ts'
import { savedPage, updateSavedPage } from './saved-pages.ts'

const FETCH = { mode: 'cors' } as const

let browser: ReturnType<typeof startFakeWorker>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-22T04:00:00Z') })
  browser = startFakeWorker()
})

afterEach(() => void vi.useRealTimers())

function dispatch(...request: ConstructorParameters<typeof FakeFetchEvent>): FakeFetchEvent {
  const event = new FakeFetchEvent(...request)
  respondWithPage(event.asEvent, true)
  return event
}

/** Saves a copy with the time 7:02 AM in India. */
async function saveCopy(path: string, title = 'Old jobs', headers?: Record<string, string>): Promise<void> {
  const date = new Date('2026-11-22T01:32:00Z')
  const now = Date.now()
  vi.setSystemTime(date)
  await updateSavedPage(ORIGIN + path, pageOf(title, { date, ...(headers && { headers }) }))
  vi.setSystemTime(now)
}

/** The network responds only when the returned function is called. */
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
] as const)('%s', (what, request, clientId) => {
  test(`${what} gets the response of the network, which is saved`, async () => {
    await saveCopy('/jobs')
    browser.fetch.mockResolvedValue(pageOf('New jobs'))
    const event = dispatch('/jobs#main', request)
    expect(await (await event.response)?.text()).toContain('<h1>New jobs</h1>')
    await event.finished()
    expect(await savedTitle('/jobs')).toBe('New jobs')
  })

  test(`${what} gets a preloaded response without another request`, async () => {
    const event = new FakeFetchEvent('/jobs', request)
    event.preloadResponse = Promise.resolve(pageOf('Preloaded jobs'))
    respondWithPage(event.asEvent, true)
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
    ['a failed connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(`${what} gets the saved copy after %s`, async (_failure, respond) => {
    await saveCopy('/jobs', 'Old jobs', { 'content-encoding': 'br', 'content-length': '10', 'x-policy': 'strict' })
    browser.fetch.mockImplementation(respond)
    const event = dispatch('/jobs', request)
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
    expect(await savedTitle('/jobs'), 'the mark is not saved').toBe('Old jobs')
  })

  test(`${what} without a response for three seconds gets the saved copy, and the later response is announced`, async () => {
    await saveCopy('/jobs')
    const respond = hang()
    const event = dispatch('/jobs', request)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(event.isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await event.response)?.headers.get('x-saved-at')).toBe('2026-11-22T01:32:00.000Z')
    const page = openPage(clientId)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(page.messages).toEqual([])
    respond(pageOf('New jobs'))
    await event.finished()
    expect(await savedTitle('/jobs')).toBe('New jobs')
    expect(page.messages).toEqual([fresh('/jobs')])
  })

  test(`${what} that fails after the saved copy is shown announces nothing`, async () => {
    await saveCopy('/jobs')
    const respond = hang()
    const event = dispatch('/jobs', request)
    await vi.advanceTimersByTimeAsync(3_000)
    const page = openPage(clientId)
    respond(badGateway())
    await event.finished()
    expect(page.messages).toEqual([])
    expect(await savedTitle('/jobs')).toBe('Old jobs')
  })

  test.each([404, 410, 500, 429])(
    `${what} passes on status %i, which is no failure of the server, although there is a copy`,
    async (status) => {
      await saveCopy('/jobs')
      browser.fetch.mockResolvedValue(pageOf('Home', { status }))
      expect((await dispatch('/jobs', request).response)?.status).toBe(status)
    },
  )

  test(`${what} without a copy gets the server's own 503 as it is`, async () => {
    browser.fetch.mockResolvedValue(pageOf('Jobs', { status: 503 }))
    const response = await dispatch('/jobs', request).response
    expect([response?.status, response?.headers.get('x-suchana')]).toEqual([503, 'page'])
  })

  test(`${what} without a copy is unreachable after fifteen seconds, and the later response is saved`, async () => {
    const respond = hang()
    const event = dispatch('/jobs', request)
    await vi.advanceTimersByTimeAsync(14_999)
    expect(event.isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect((await event.response)?.headers.get('x-suchana')).toBe('unreachable')
    respond(pageOf('Late jobs'))
    await event.finished()
    expect(await savedTitle('/jobs'), 'the later response is saved').toBe('Late jobs')
  })
})

describe('a fetch without a copy', () => {
  test.each([
    ['502', () => Promise.resolve(badGateway())],
    ['a failed connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('a fetch without a copy gets an unreachable response after %s', async (_failure, respond) => {
    browser.fetch.mockImplementation(respond)
    const response = await dispatch('/jobs', FETCH).response
    expect([response?.status, response?.headers.get('x-suchana')]).toEqual([504, 'unreachable'])
  })

  test('a fetch without a copy is aborted when the page aborts it, and after thirty seconds', async () => {
    hang()
    for (const abortBy of [() => vi.advanceTimersByTimeAsync(30_000), async (end: AbortController) => end.abort()]) {
      const page = new AbortController()
      const event = new FakeFetchEvent('/jobs', FETCH)
      event.request.signal = page.signal
      respondWithPage(event.asEvent, true)
      await vi.advanceTimersByTimeAsync(0)
      const signal = browser.fetch.mock.lastCall?.[1]?.signal
      expect(signal?.aborted).toBe(false)
      await abortBy(page)
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

  test('a navigation without a copy gets the offline document, with the text for a failing server and the saved pages', async () => {
    await storeDocument()
    await saveCopy('/jobs/a?x=1&y=2', 'A &amp; B')
    browser.fetch.mockResolvedValue(badGateway())
    const response = await dispatch('/jobs').response
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

  test('a navigation without a copy gets the text for a visitor without a network only when the browser is offline', async () => {
    await storeDocument()
    browser.navigator.onLine = false
    const response = await dispatch('/jobs').response
    expect(response?.status).toBe(503)
    expect(await response?.text()).toBe(DOCUMENT)
  })

  test.each([
    [true, 'Suchana cannot be reached'],
    [false, "You're offline"],
  ])(
    'a navigation without a copy gets a minimal page that reloads itself when the offline document is missing (online: %s)',
    async (onLine, heading) => {
      browser.navigator.onLine = onLine
      const response = await dispatch('/jobs').response
      expect([response?.status, response?.headers.get('x-suchana')]).toEqual([503, 'unreachable'])
      expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'")
      const html = await response?.text()
      expect(html).toContain('<meta http-equiv="refresh" content="5">')
      expect(html).toContain(`<h1>${heading}</h1>`)
    },
  )
})

test.each([
  ['a failed connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['502', () => Promise.resolve(badGateway())],
])(
  'the page of saved notices opens from the shell after %s, without a line about its age',
  async (_failure, respond) => {
    await (await browser.caches.open('shell this build')).put('/saved', pageOf('Saved notices'))
    browser.fetch.mockImplementation(respond)
    const response = await dispatch('/saved').response
    expect(response?.status).toBe(200)
    expect(await response?.text()).toContain('<main id="main" class="wrap"><h1>Saved notices</h1>')
  },
)

describe('a navigation to an address that may not be saved', () => {
  const dispatchOther = (path: string) => {
    const event = new FakeFetchEvent(path)
    respondWithPage(event.asEvent, false)
    return event
  }

  test('a navigation to an address that may not be saved gets the response of the network, which is not saved', async () => {
    browser.fetch.mockResolvedValue(pageOf('Contact'))
    const event = dispatchOther('/contact-us')
    expect((await event.response)?.status).toBe(200)
    await event.finished()
    expect(await savedPage(`${ORIGIN}/contact-us`)).toBeUndefined()
  })

  test('a navigation to an address that may not be saved gets the offline document while the server fails', async () => {
    browser.fetch.mockResolvedValue(badGateway())
    expect((await dispatchOther('/index.php').response)?.headers.get('x-suchana')).toBe('unreachable')
  })
})

describe('a history navigation', () => {
  const BACK = { isHistoryNavigation: true }

  test.each([
    ['the flag of a history navigation', BACK],
    ['the cache mode of one', { cache: 'force-cache' }],
  ] as const)(
    'known by %s gets the copy at once, and the newer page is saved and announced',
    async (_sign, request) => {
      await saveCopy('/jobs', 'Old jobs', { etag: '"1"' })
      const respond = hang()
      const event = dispatch('/jobs', request)
      const response = await event.response
      expect(response?.headers.has('x-saved-at')).toBe(false)
      expect(await response?.text()).not.toContain('saved-copy')
      respond(pageOf('New jobs', { headers: { etag: '"2"' } }))
      await vi.advanceTimersByTimeAsync(500)
      const page = openPage('opening')
      await vi.advanceTimersByTimeAsync(500)
      await event.finished()
      expect(page.messages).toEqual([fresh('/jobs')])
      expect(await savedTitle('/jobs')).toBe('New jobs')
    },
  )

  test('a history navigation to a page that has not changed announces nothing', async () => {
    await saveCopy('/jobs', 'Jobs', { etag: '"1"' })
    browser.fetch.mockResolvedValue(pageOf('Jobs', { headers: { etag: '"1"' } }))
    const page = openPage('opening')
    const event = dispatch('/jobs', BACK)
    await event.finished()
    expect(page.messages).toEqual([])
  })

  test('a history navigation gets the copy while the server fails', async () => {
    await saveCopy('/jobs')
    browser.fetch.mockResolvedValue(badGateway())
    const event = dispatch('/jobs', BACK)
    expect(await (await event.response)?.text()).toContain('Old jobs')
    await event.finished()
    expect(await savedTitle('/jobs')).toBe('Old jobs')
  })

  test('a history navigation gets a copy of the day before only while there is no newer page, and marked', async () => {
    await saveCopy('/jobs', 'Closes tomorrow')
    vi.setSystemTime('2026-11-22T18:31:00Z')
    browser.fetch.mockResolvedValueOnce(badGateway())
    const copy = await (await dispatch('/jobs', BACK).response)?.text()
    expect(copy).toContain('Closes tomorrow')
    expect(copy).toContain('Saved copy of 22-11-2026 7:02 AM')
    browser.fetch.mockResolvedValue(pageOf('Closes today'))
    expect(await (await dispatch('/jobs', BACK).response)?.text()).toContain('Closes today')
  })

  test.each([
    ['ahead', 3],
    ['behind', -3],
  ])(
    'a history navigation on a phone whose clock is days %s gets the copy of the day unmarked',
    async (_what, days) => {
      const at = (time: string) => vi.setSystemTime(Date.parse(`2026-11-${22 + days}T${time}Z`))
      at('04:00:00')
      await updateSavedPage(`${ORIGIN}/jobs`, pageOf('Closes tomorrow', { date: new Date('2026-11-22T04:00:00Z') }))
      browser.fetch.mockResolvedValue(badGateway())
      at('18:29:00')
      const copy = await (await dispatch('/jobs', BACK).response)?.text()
      expect(copy).toContain('Closes tomorrow')
      expect(copy).not.toContain('Saved copy')
      expect(await (await dispatch('/jobs').response)?.text()).toContain('Saved copy of 9:30 AM')
      at('18:31:00')
      expect(await (await dispatch('/jobs', BACK).response)?.text()).toContain('Saved copy of 22-11-2026 9:30 AM')
    },
  )

  test('a history navigation without a copy gets the response of the network', async () => {
    browser.fetch.mockResolvedValue(pageOf('New jobs'))
    expect(await (await dispatch('/jobs', BACK).response)?.text()).toContain('New jobs')
  })
})
