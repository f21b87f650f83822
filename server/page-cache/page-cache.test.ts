import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChangeListener } from '#backend/realtime/outbox.ts'
import { FIXTURE_PAGES } from '#server/fixture-pages.ts'
import type { ServerTiming } from '#server/server-timing.ts'
import { createPageCache, type PageCacheOptions } from './page-cache.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A cache on a port of its own, in front of pages that say how often they were rendered. */
async function openCache(options: Partial<PageCacheOptions> = {}) {
  const state = {
    renders: 0,
    bypassed: 0,
    status: 200,
    text: 'page',
    readUntil: Infinity,
    now: Date.parse('2026-11-21T12:00Z'),
    timing: ['server-timing', 'open-pages;dur=3'] as ServerTiming,
  }
  const requests: Request[] = []
  let listener: ChangeListener | undefined
  const cache = createPageCache({
    render: async (request, tag) => {
      state.renders += 1
      requests.push(request)
      for (const name of tagsOf(new URL(request.url).pathname)) tag(name)
      return new Response(`${state.text} ${state.renders} ${'x'.repeat(2_000)}`, {
        status: state.status,
        headers: {
          'content-type': new URL(request.url).pathname.endsWith('.xml')
            ? 'application/xml'
            : 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'server-timing': 'open-pages;dur=0',
        },
      })
    },
    siteUrl: 'https://suchana.example',
    pages: FIXTURE_PAGES,
    serverTiming: () => state.timing,
    publishableKey: 'sb_publishable_of_this_test',
    feed: {
      listen: (added) => {
        listener = added
        return () => true
      },
      get readUntil() {
        return state.readUntil
      },
    },
    capacity: 1_000_000,
    clock: () => state.now,
    ...options,
  })
  const server = createServer((request, response) => {
    if (cache.answer(request, response)) return
    state.bypassed += 1
    response.end('made for you')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const asked = ask({ port, host: '127.0.0.1', path, headers, method, agent: false }, (answer) => {
        const read = (chunks: Buffer[]) => ({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        })
        answer.toArray().then(read).then(resolve, reject)
      })
      asked.on('error', reject).end()
    })
  const change = (table: string, row: object) => {
    const record = JSON.stringify(row)
    const shared = { place: '1', kind: 'UPDATE', writtenAt: '', previous: null } as const
    listener?.changed([{ ...shared, table, record }], null)
  }
  return { cache, state, requests, get, change, lost: () => listener?.lost() }
}

function tagsOf(path: string): string[] {
  return { '/': ['jobs', 'results'], '/jobs': ['jobs'], '/jobs/a': ['jobs 1'], '/jobs/b': ['jobs 2'] }[path] ?? []
}

const firstWords = ({ body }: Answer) => body.toString().slice(0, 7).trim()

describe('a page', () => {
  test('is rendered once and sent to every visitor', async () => {
    const { get, state } = await openCache()
    const answers = [await get('/jobs'), await get('/jobs'), await get('/jobs')]
    expect(answers.map(firstWords)).toEqual(['page 1', 'page 1', 'page 1'])
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store', 'no-store'])
    expect(state.renders).toBe(1)
  })

  test('is rendered once for many who ask at the same time', async () => {
    const { get, state } = await openCache()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/jobs')))
    expect(new Set(answers.map(firstWords))).toEqual(new Set(['page 1']))
    expect(state.renders).toBe(1)
  })

  test('is sent in the form that the visitor takes', async () => {
    const { get, state } = await openCache()
    const open = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
    for (const encoding of ['gzip', 'br', 'identity', 'gzip', 'identity', 'br'] as const) {
      const { headers, body } = await get('/jobs', { 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers['vary']).toBe('accept-encoding')
      expect(open[encoding](body).toString().slice(0, 6)).toBe('page 1')
    }
    expect(state.renders).toBe(1)
  })

  test('has the same headers for HEAD, and no body', async () => {
    const { get } = await openCache()
    const [full, head] = [await get('/jobs'), await get('/jobs', {}, 'HEAD')]
    const { date: _, ...headers } = full.headers
    expect(head.headers).toMatchObject(headers)
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  test('that is not found is rendered each time', async () => {
    const { get, state, cache } = await openCache()
    state.status = 404
    expect([await get('/jobs/a'), await get('/jobs/a')].map(({ status }) => status)).toEqual([404, 404])
    expect([state.renders, cache.usage.responses]).toEqual([2, 0])
  })
})

describe('a path where nothing is', () => {
  test('is rendered once for all of them', async () => {
    const { get, state, requests, change } = await openCache()
    state.status = 404
    const paths = ['/unknown', '/index.php?id=1', '/jobs/abc.html', '/unknown']
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
    expect(state.renders).toBe(1)
    expect(requests.map(({ url }) => url)).toEqual(['https://suchana.example/404'])
    change('jobs', { id: 1 })
    expect(firstWords(await get('/another'))).toBe('page 2')
  })

  test('is not cached with another status', async () => {
    const { get, cache } = await openCache()
    expect((await get('/unknown')).status).toBe(200)
    expect(cache.usage.responses).toBe(0)
  })
})

describe('how many pages are open', () => {
  test('is said of every page, as it is now', async () => {
    const { get, state } = await openCache()
    for (const encoding of ['br', 'br', 'identity', 'identity']) {
      expect((await get('/jobs', { 'accept-encoding': encoding })).headers['server-timing']).toBe('open-pages;dur=3')
    }
    state.timing = ['server-timing', 'open-pages;dur=4']
    expect((await get('/jobs', { 'accept-encoding': 'br' })).headers['server-timing']).toBe('open-pages;dur=4')
    expect(state.renders).toBe(1)
  })

  test('is not said of a feed', async () => {
    const { get } = await openCache()
    expect((await get('/rss.xml')).headers['server-timing']).toBeUndefined()
  })
})

describe('a change', () => {
  test('renders again what is made from it, and nothing else', async () => {
    const { get, change } = await openCache()
    for (const path of ['/', '/jobs', '/jobs/a', '/jobs/b', '/contact']) await get(path)
    change('jobs', { id: 1 })
    const after = []
    for (const path of ['/', '/jobs', '/jobs/a', '/jobs/b', '/contact']) after.push(firstWords(await get(path)))
    expect(after).toEqual(['page 6', 'page 7', 'page 8', 'page 4', 'page 9'])
  })

  test('that was missed renders everything again', async () => {
    const { get, lost } = await openCache()
    await get('/jobs/b')
    lost()
    expect(firstWords(await get('/jobs/b'))).toBe('page 2')
  })

  test('during a rendering means that its page is not cached, and not sent to those who ask afterwards', async () => {
    const rendering = Promise.withResolvers<void>()
    let renders = 0
    const { get, change } = await openCache({
      render: async (_request, tag) => {
        renders += 1
        const number = renders
        tag('jobs')
        if (number === 1) await rendering.promise
        return new Response(`text ${number}`)
      },
    })
    const before = get('/jobs')
    await expect.poll(() => renders).toBe(1)
    change('jobs', { id: 1 })
    expect(firstWords(await get('/jobs'))).toBe('text 2')
    rendering.resolve()
    expect(firstWords(await before)).toBe('text 1')
    // The older answer came last, and does not take the place of the newer one.
    expect([firstWords(await get('/jobs')), renders]).toEqual(['text 2', 2])
  })

  test('of something else during a rendering does not', async () => {
    const { get, change, state } = await openCache()
    const page = get('/jobs/a')
    await expect.poll(() => state.renders).toBe(1)
    change('jobs', { id: 2 })
    await page
    await get('/jobs/a')
    expect(state.renders).toBe(1)
  })
})

test('a page is of its day in India', async () => {
  const { get, state } = await openCache()
  state.now = Date.parse('2026-11-21T18:29:59.999Z')
  expect([await get('/jobs/a'), await get('/jobs/a')].map(firstWords)).toEqual(['page 1', 'page 1'])
  state.now += 1
  expect([await get('/jobs/a'), await get('/jobs/a')].map(firstWords)).toEqual(['page 2', 'page 2'])
})

describe('while the database is away', () => {
  test('the last page is sent with its age, and rendered again now and then', async () => {
    const { get, change, state } = await openCache()
    await get('/jobs')
    change('jobs', { id: 1 })
    state.status = 503
    state.now += 60_000
    const [first, second] = [await get('/jobs'), await get('/jobs')]
    for (const { status, headers, body } of [first, second]) {
      expect([status, body.toString().slice(0, 6)]).toEqual([200, 'page 1'])
      expect(headers).toMatchObject({ age: '60', 'cache-status': 'suchana; hit; detail="database-away"' })
    }
    expect(state.renders).toBe(2)
    state.now += 1_000
    await get('/jobs')
    expect(state.renders).toBe(3)
    state.status = 200
    state.now += 1_000
    const back = await get('/jobs')
    expect([firstWords(back), back.headers['cache-status']]).toEqual(['page 4', undefined])
  })

  test('a picture that has to wait says nothing about the database', async () => {
    const { get, change, state } = await openCache()
    await get('/jobs')
    change('jobs', { id: 1 })
    state.status = 503
    await get('/share/jobs/a.png')
    state.status = 200
    expect((await get('/jobs')).headers['cache-status']).toBeUndefined()
  })

  test('a page that is not cached fails', async () => {
    const { get, state } = await openCache()
    state.status = 503
    expect((await get('/jobs')).status).toBe(503)
  })

  test('a page of the day before yesterday is not sent', async () => {
    const { get, state } = await openCache()
    await get('/jobs')
    state.status = 503
    state.now += 86_400_001
    expect((await get('/jobs')).status).toBe(503)
  })

  test('changes may be missed, so the page is rendered again', async () => {
    const { get, state } = await openCache()
    await get('/jobs')
    state.readUntil = performance.now() - 3_000
    expect(firstWords(await get('/jobs'))).toBe('page 2')
    state.readUntil = performance.now()
    expect(firstWords(await get('/jobs'))).toBe('page 2')
  })

  test('no visitor waits for long', async () => {
    let renders = 0
    const { get, change } = await openCache({
      render: (_request, tag) => {
        tag('jobs')
        renders += 1
        return renders === 1 ? Promise.resolve(new Response('text 1')) : new Promise(() => {})
      },
    })
    await get('/jobs')
    change('jobs', { id: 1 })
    const late = await get('/jobs')
    expect([firstWords(late), late.headers['cache-status']]).toEqual(['text 1', expect.stringContaining('hit')])
  })
})

describe('no request can change what others get', () => {
  test('no header of a request reaches the rendering', async () => {
    const { get, requests } = await openCache()
    await get('/jobs?utm_source=evil', {
      host: 'evil.example',
      cookie: 'session=mine',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      'x-original-url': '/admin',
      'accept-encoding': 'br;q=<script>',
      'accept-language': 'evil',
    })
    expect(requests.map(({ url, headers }) => [url, [...headers]])).toEqual([['https://suchana.example/jobs', []]])
  })

  test.each<[what: string, path: string, headers: Record<string, string>, method: string]>([
    ['a session', '/jobs', { authorization: 'Bearer header.payload.signature' }, 'GET'],
    ['a form', '/jobs', {}, 'POST'],
    ['another method', '/jobs', {}, 'PROPFIND'],
    ['a read that brings a body', '/jobs', { 'content-length': '0' }, 'GET'],
    ['a typed text', '/jobs?search=ssc', {}, 'GET'],
    ['a table without a key', '/rest/v1/jobs', {}, 'GET'],
    [
      'a table with a session',
      '/rest/v1/jobs',
      { apikey: 'sb_publishable_of_this_test', authorization: 'Bearer a.b.c' },
      'GET',
    ],
    ['the head of a table', '/rest/v1/jobs', { apikey: 'sb_publishable_of_this_test' }, 'HEAD'],
  ])('%s is neither answered nor cached', async (_what, path, headers, method) => {
    const { get, cache, state } = await openCache()
    await get(path, headers, method)
    expect([state.bypassed, state.renders, cache.usage.responses]).toEqual([1, 0, 0])
  })

  test('a table is cached for visitors, under its exact address', async () => {
    const { get, requests, state } = await openCache()
    const visitor = { apikey: 'sb_publishable_of_this_test', 'x-client-info': 'evil' }
    await get('/rest/v1/jobs?limit=1', visitor)
    await get('/rest/v1/jobs?limit=1', visitor)
    await get('/rest/v1/jobs?limit=2', visitor)
    expect(state.renders).toBe(2)
    expect([...(requests[0]?.headers ?? [])]).toEqual([['apikey', 'sb_publishable_of_this_test']])
  })

  test('memory stays bounded', async () => {
    const { get, cache } = await openCache({ capacity: 50_000 })
    for (let number = 0; number < 200; number += 1) await get(`/jobs/notice-${number}`)
    expect(cache.usage.bytes).toBeLessThanOrEqual(50_000)
    expect(cache.usage.evicted).toBeGreaterThan(150)
  })
})

test('what has a tag is not sent to those who have it', async () => {
  const headers = { 'content-type': 'application/xml', etag: 'W/"one"', 'cache-control': 'public, max-age=300' }
  const { get } = await openCache({ render: async () => new Response('text', { headers }) })
  const answers = [await get('/rss.xml'), await get('/rss.xml', { 'if-none-match': '"one"' })]
  expect(answers.map(({ status, body }) => [status, body.toString()])).toEqual([
    [200, 'text'],
    [304, ''],
  ])
  expect(answers[1]?.headers).toMatchObject({ etag: 'W/"one"', 'cache-control': 'public, max-age=300' })
  expect((await get('/rss.xml', { 'if-none-match': '"other"' })).status).toBe(200)
})
