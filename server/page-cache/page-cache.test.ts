import { createServer, request as sendRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChangeListener } from '#backend/outbox/outbox.ts'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import { createClientAddresses } from '#server/client-address.ts'
import { createRenderLimit } from '#server/render-limit.ts'
import type { ServerTiming } from '#server/server-timing.ts'
import { createPageCache, type PageCacheOptions } from './page-cache.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Starts a server with a cache in front of pages that show how often they were rendered. */
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
    outbox: {
      subscribe: (added) => {
        listener = added
        return () => true
      },
      get readUntil() {
        return state.readUntil
      },
    },
    limitRenders: createRenderLimit(),
    addressOf: createClientAddresses().addressOf,
    scheduleRequest: (_request, _response, begin) => begin(),
    capacity: 1_000_000,
    clock: () => state.now,
    ...options,
  })
  const server = createServer((request, response) => {
    if (cache.handle(request, response)) return
    state.bypassed += 1
    response.end('not from the cache')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Received>((resolve, reject) => {
      const outgoing = sendRequest({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
        const read = (chunks: Buffer[]) => ({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        })
        response.toArray().then(read).then(resolve, reject)
      })
      outgoing.on('error', reject).end()
    })
  const change = (table: string, row: object) => {
    const record = JSON.stringify(row)
    const shared = { sequence: '1', kind: 'UPDATE', writtenAt: '', previous: null } as const
    listener?.onChanges([{ ...shared, table, record }], null)
  }
  return { cache, state, requests, get, change, lost: () => listener?.onGap() }
}

function tagsOf(path: string): string[] {
  return { '/': ['jobs', 'results'], '/jobs': ['jobs'], '/jobs/a': ['jobs 1'], '/jobs/b': ['jobs 2'] }[path] ?? []
}

const firstWords = ({ body }: Received) => body.toString().slice(0, 7).trim()

describe('pages', () => {
  test('a page is rendered once and sent to all visitors', async () => {
    const { get, state } = await openCache()
    const responses = [await get('/jobs'), await get('/jobs'), await get('/jobs')]
    expect(responses.map(firstWords)).toEqual(['page 1', 'page 1', 'page 1'])
    expect(responses.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store', 'no-store'])
    expect(state.renders).toBe(1)
  })

  test('a page is rendered once for concurrent requests', async () => {
    const { get, state } = await openCache()
    const responses = await Promise.all(Array.from({ length: 50 }, () => get('/jobs')))
    expect(new Set(responses.map(firstWords))).toEqual(new Set(['page 1']))
    expect(state.renders).toBe(1)
  })

  test('a page is sent in the encoding that the client accepts', async () => {
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

  test('a HEAD request for a page gets the same headers and no body', async () => {
    const { get } = await openCache()
    const [full, head] = [await get('/jobs'), await get('/jobs', {}, 'HEAD')]
    const { date: _, ...headers } = full.headers
    expect(head.headers).toMatchObject(headers)
    expect([head.status, head.body.length]).toEqual([200, 0])
  })

  test('a page that responds with 404 is rendered for each request', async () => {
    const { get, state, cache } = await openCache()
    state.status = 404
    expect([await get('/jobs/a'), await get('/jobs/a')].map(({ status }) => status)).toEqual([404, 404])
    expect([state.renders, cache.usage.responses]).toEqual([2, 0])
  })
})

describe('unknown paths', () => {
  test('the 404 page is rendered once for all unknown paths, and again after a change', async () => {
    const { get, state, requests, change } = await openCache()
    state.status = 404
    const paths = ['/unknown', '/index.php?id=1', '/jobs/abc.html', '/unknown']
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
    expect(state.renders).toBe(1)
    expect(requests.map(({ url }) => url)).toEqual(['https://suchana.example/404'])
    change('jobs', { id: 1 })
    expect(firstWords(await get('/another'))).toBe('page 2')
  })

  test('a response for an unknown path is not cached when its status is not 404', async () => {
    const { get, cache } = await openCache()
    expect((await get('/unknown')).status).toBe(200)
    expect(cache.usage.responses).toBe(0)
  })
})

describe('missing records', () => {
  const KEYS = { unknown: '/404/record', deleted: '/410/record' }

  /** Renders missing records as the site does: it names the shared copy, and the page in their place. */
  async function openRecords() {
    const rendered: string[] = []
    const existing = new Set<string>()
    const opened = await openCache({
      render: async (request, tag) => {
        const { pathname } = new URL(request.url)
        rendered.push(pathname)
        tag('jobs')
        if (existing.has(pathname)) return new Response(`record ${pathname}`)
        const copy = pathname.startsWith('/jobs/') && (pathname.includes('deleted') ? KEYS.deleted : KEYS.unknown)
        if (copy) return new Response(null, { headers: { 'x-shared-copy': copy } })
        return new Response(`in place ${rendered.length}`, { status: pathname === KEYS.deleted ? 410 : 404 })
      },
    })
    return { ...opened, rendered, existing }
  }

  test('all missing records share one page, and all deleted ones another', async () => {
    const { get, rendered, cache, change } = await openRecords()
    const paths = ['/jobs/a', '/jobs/b', '/jobs/deleted-a', '/jobs/c', '/jobs/deleted-b']
    const shown = []
    for (const path of paths) {
      const { status, body, headers } = await get(path)
      shown.push([status, body.toString(), headers['x-shared-copy']])
    }
    const [unknown, deleted] = [
      [404, 'in place 2', undefined],
      [410, 'in place 5', undefined],
    ]
    expect(shown).toEqual([unknown, unknown, deleted, unknown, deleted])
    expect(rendered.filter((path) => !path.startsWith('/jobs/'))).toEqual(['/404/record', '/410/record'])
    expect(cache.usage.responses).toBe(2)
    change('jobs', { id: 1 })
    expect((await get('/jobs/a')).body.toString()).toBe('in place 9')
  })

  test('a record that appears at an unknown address is found at once', async () => {
    const { get, existing } = await openRecords()
    expect((await get('/jobs/a')).status).toBe(404)
    existing.add('/jobs/a')
    expect((await get('/jobs/a')).body.toString()).toBe('record /jobs/a')
  })
})

describe('server-timing', () => {
  test('a cached page is sent with the current server-timing header', async () => {
    const { get, state } = await openCache()
    for (const encoding of ['br', 'br', 'identity', 'identity']) {
      expect((await get('/jobs', { 'accept-encoding': encoding })).headers['server-timing']).toBe('open-pages;dur=3')
    }
    state.timing = ['server-timing', 'open-pages;dur=4']
    expect((await get('/jobs', { 'accept-encoding': 'br' })).headers['server-timing']).toBe('open-pages;dur=4')
    expect(state.renders).toBe(1)
  })

  test('a feed has no server-timing header', async () => {
    const { get } = await openCache()
    expect((await get('/rss.xml')).headers['server-timing']).toBeUndefined()
  })
})

describe('invalidation', () => {
  test('a change invalidates the pages with its tags and those without tags, but no others', async () => {
    const { get, change } = await openCache()
    for (const path of ['/', '/jobs', '/jobs/a', '/jobs/b', '/contact']) await get(path)
    change('jobs', { id: 1 })
    const after = []
    for (const path of ['/', '/jobs', '/jobs/a', '/jobs/b', '/contact']) after.push(firstWords(await get(path)))
    expect(after).toEqual(['page 6', 'page 7', 'page 8', 'page 4', 'page 9'])
  })

  test('lost changes invalidate all pages', async () => {
    const { get, lost } = await openCache()
    await get('/jobs/b')
    lost()
    expect(firstWords(await get('/jobs/b'))).toBe('page 2')
  })

  test('a change during a render prevents that its page is cached or sent to later requests', async () => {
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
    // The older render finished last and does not replace the newer one.
    expect([firstWords(await get('/jobs')), renders]).toEqual(['text 2', 2])
  })

  test('a change with other tags during a render does not prevent caching', async () => {
    const { get, change, state } = await openCache()
    const page = get('/jobs/a')
    await expect.poll(() => state.renders).toBe(1)
    change('jobs', { id: 2 })
    await page
    await get('/jobs/a')
    expect(state.renders).toBe(1)
  })
})

test('a cached page expires at midnight in India', async () => {
  const { get, state } = await openCache()
  state.now = Date.parse('2026-11-21T18:29:59.999Z')
  expect([await get('/jobs/a'), await get('/jobs/a')].map(firstWords)).toEqual(['page 1', 'page 1'])
  state.now += 1
  expect([await get('/jobs/a'), await get('/jobs/a')].map(firstWords)).toEqual(['page 2', 'page 2'])
})

describe('a clock that was ahead and is put back', () => {
  test('a page that was cached meanwhile is rendered again', async () => {
    const { get, state } = await openCache()
    const today = state.now
    state.now += 24 * 3_600_000
    expect(firstWords(await get('/jobs/a'))).toBe('page 1')
    state.now = today
    expect([await get('/jobs/a'), await get('/jobs/a')].map(firstWords)).toEqual(['page 2', 'page 2'])
  })

  test('revalidation is tried again at once', async () => {
    const { get, change, state } = await openCache()
    await get('/jobs')
    change('jobs', { id: 1 })
    Object.assign(state, { status: 503, readUntil: -Infinity })
    state.now += 24 * 3_600_000 - 10_000
    await get('/jobs')
    state.now -= 23 * 3_600_000
    Object.assign(state, { status: 200, readUntil: Infinity })
    const back = await get('/jobs')
    expect([firstWords(back), back.headers['cache-status']]).toEqual(['page 3', undefined])
  })
})

describe('while the database is unavailable', () => {
  test('a stale page is sent with its age, and revalidation is retried once per second while the database is unavailable', async () => {
    const { get, change, state } = await openCache()
    await get('/jobs')
    change('jobs', { id: 1 })
    Object.assign(state, { status: 503, readUntil: -Infinity })
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
    Object.assign(state, { status: 200, readUntil: Infinity })
    state.now += 1_000
    const back = await get('/jobs')
    expect([firstWords(back), back.headers['cache-status']]).toEqual(['page 4', undefined])
  })

  test('a page that is sent while the database is unavailable says when it was rendered, until the database is back', async () => {
    const page = (request: Request) => `<html><main id="main"><h1>${new URL(request.url).pathname}</h1></main>`
    const available = { status: 200, readUntil: Infinity }
    const { get, state, cache } = await openCache({
      render: async (request) =>
        new Response(page(request) + ' '.repeat(2_000), {
          status: state.status,
          headers: { 'content-type': 'text/html' },
        }),
    })
    state.now = Date.parse('2026-11-21T06:32:00+05:30')
    const { body: unmarked } = await get('/jobs', { 'accept-encoding': 'br' })
    const bytes = cache.usage.bytes
    Object.assign(state, { status: 503, readUntil: -Infinity })
    state.now += 60_000
    for (const [encoding, open] of [
      ['br', brotliDecompressSync],
      ['identity', (body: Buffer) => body],
      ['br', brotliDecompressSync],
    ] as const) {
      const { status, headers, body } = await get('/jobs', { 'accept-encoding': encoding })
      expect(status).toBe(200)
      expect(open(body).toString()).toContain(
        '<main id="main"><p class="saved-copy" role="status">Saved copy of 6:32 AM</p><h1>/jobs</h1>',
      )
      expect(headers).toMatchObject({ age: '60', 'x-saved-at': '2026-11-21T01:02:00.000Z' })
      expect(headers['content-length']).toBe(String(body.length))
    }
    expect(cache.usage.bytes).toBeGreaterThan(bytes)
    Object.assign(state, available)
    const back = await get('/jobs', { 'accept-encoding': 'br' })
    expect(back.body).toEqual(unmarked)
    expect(back.headers['x-saved-at']).toBeUndefined()
    expect(cache.usage.bytes).toBe(bytes)
  })

  test('a page from the day before says so with its date', async () => {
    const { get, state } = await openCache({
      render: async () =>
        new Response('<main>jobs</main>', { status: state.status, headers: { 'content-type': 'text/html' } }),
    })
    state.now = Date.parse('2026-11-21T23:59:00+05:30')
    await get('/jobs')
    state.status = 503
    expect((await get('/jobs')).body.toString()).toBe('<main>jobs</main>')
    state.now += 120_000
    expect((await get('/jobs')).body.toString()).toContain('>Saved copy of 21-11-2026 11:59 PM<')
  })

  test('a response with status 503 does not stop the revalidation of others while the database responds', async () => {
    const { get, change, state } = await openCache()
    await get('/jobs')
    change('jobs', { id: 1 })
    state.status = 503
    await get('/jobs/a')
    state.status = 200
    expect((await get('/jobs')).headers['cache-status']).toBeUndefined()
  })

  test('a page that is not cached gets 503 while the database is unavailable', async () => {
    const { get, state } = await openCache()
    state.status = 503
    expect((await get('/jobs')).status).toBe(503)
  })

  test('a page that is older than a day is not sent while the database is unavailable', async () => {
    const { get, state } = await openCache()
    await get('/jobs')
    state.status = 503
    state.now += 86_400_001
    expect((await get('/jobs')).status).toBe(503)
  })

  test('a page is rendered again when the outbox was not read for seconds, because changes may be missing', async () => {
    const { get, state } = await openCache()
    await get('/jobs')
    state.readUntil = performance.now() - 3_000
    expect(firstWords(await get('/jobs'))).toBe('page 2')
    state.readUntil = performance.now()
    expect(firstWords(await get('/jobs'))).toBe('page 2')
  })

  test('after a wait for a page has run out, stale pages are sent without waiting until one could be rendered', async () => {
    const silent = Promise.withResolvers<void>()
    let isSilent = false
    const { get, change, state } = await openCache({
      render: async (_request, tag) => {
        tag('jobs')
        state.renders += 1
        const number = state.renders
        if (isSilent) await silent.promise
        return new Response(`text ${number}`)
      },
    })
    for (const path of ['/jobs', '/jobs/a', '/jobs/b']) await get(path)
    isSilent = true
    change('jobs', { id: 1 })
    expect(firstWords(await get('/jobs'))).toBe('text 1')
    const start = performance.now()
    for (let round = 0; round < 10; round++) expect(firstWords(await get('/jobs/a'))).toBe('text 2')
    // Ten waits would be ten seconds.
    expect(performance.now() - start).toBeLessThan(5_000)
    // One request a second tries in the background.
    expect(state.renders).toBe(5)
    isSilent = false
    silent.resolve()
    await expect.poll(async () => firstWords(await get('/jobs/a'))).toBe('text 5')
    expect(firstWords(await get('/jobs/b'))).toBe('text 6')
  })

  test('a stale page is sent when its revalidation takes too long', async () => {
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

describe('isolation of requests', () => {
  test('request headers are not passed to the render', async () => {
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
    ['a request with a session', '/jobs', { authorization: 'Bearer header.payload.signature' }, 'GET'],
    ['a sent form', '/jobs', {}, 'POST'],
    ['a request with another method', '/jobs', {}, 'PROPFIND'],
    ['a GET request with a body', '/jobs', { 'content-length': '0' }, 'GET'],
    ['a search on a list', '/jobs?search=ssc', {}, 'GET'],
    ['a table read without a key', '/rest/v1/jobs', {}, 'GET'],
    [
      'a table read with a session',
      '/rest/v1/jobs',
      { apikey: 'sb_publishable_of_this_test', authorization: 'Bearer a.b.c' },
      'GET',
    ],
    ['a HEAD request for a table', '/rest/v1/jobs', { apikey: 'sb_publishable_of_this_test' }, 'HEAD'],
  ])('%s is neither handled nor cached by the page cache', async (_what, path, headers, method) => {
    const { get, cache, state } = await openCache()
    await get(path, headers, method)
    expect([state.bypassed, state.renders, cache.usage.responses]).toEqual([1, 0, 0])
  })

  test('a table read of a visitor is cached under its exact address', async () => {
    const { get, requests, state } = await openCache()
    const visitor = { apikey: 'sb_publishable_of_this_test', 'x-client-info': 'evil' }
    await get('/rest/v1/jobs?limit=1', visitor)
    await get('/rest/v1/jobs?limit=1', visitor)
    await get('/rest/v1/jobs?limit=2', visitor)
    expect(state.renders).toBe(2)
    expect([...(requests[0]?.headers ?? [])]).toEqual([['apikey', 'sb_publishable_of_this_test']])
  })

  test('table reads, however many, do not evict pages', async () => {
    const { get, cache, state } = await openCache({ capacity: 200_000 })
    for (const path of ['/', '/jobs', '/contact']) await get(path)
    const visitor = { apikey: 'sb_publishable_of_this_test' }
    for (let number = 0; number < 200; number += 1) await get(`/rest/v1/jobs?limit=${number}`, visitor)
    expect(cache.usage.evicted).toBeGreaterThan(150)
    const renders = state.renders
    for (const path of ['/', '/jobs', '/contact']) await get(path)
    expect(state.renders).toBe(renders)
  })

  test('the cache evicts responses to stay within its capacity', async () => {
    const { get, cache } = await openCache({ capacity: 100_000 })
    for (let number = 0; number < 200; number += 1) await get(`/jobs/notice-${number}`)
    expect(cache.usage.bytes).toBeLessThanOrEqual(100_000)
    expect(cache.usage.evicted).toBeGreaterThan(150)
  })
})

describe('an address that requests too many different pages', () => {
  /** A cache whose renders take until `finish`, of which one address gets one at a time and may wait for none. */
  async function openSlowCache() {
    const finished = Promise.withResolvers<void>()
    const rendered: string[] = []
    const opened = await openCache({
      limitRenders: createRenderLimit({ atOnce: 1, waiting: 0, longestWait: 60_000 }),
      render: async (request) => {
        rendered.push(new URL(request.url).pathname)
        if (!request.url.endsWith('/contact')) await finished.promise
        return new Response('text', { headers: { 'content-type': 'text/html' } })
      },
    })
    const from = (address: string) => ({ 'x-forwarded-for': address, apikey: 'sb_publishable_of_this_test' })
    return { ...opened, rendered, from, finish: finished.resolve }
  }
  const [attacker, visitor] = ['203.0.113.7', '198.51.100.1']

  test('it gets 503 with Retry-After and a plain page, and an error of the contract for a table read', async () => {
    const { get, rendered, from, finish, cache } = await openSlowCache()
    const first = get('/jobs/a', from(attacker))
    await expect.poll(() => rendered).toEqual(['/jobs/a'])
    const [page, table] = [await get('/jobs/b', from(attacker)), await get('/rest/v1/jobs?limit=1', from(attacker))]
    expect([page.status, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
      503,
      '2',
      'no-cache, no-store, must-revalidate',
    ])
    expect(page.body.toString()).toContain('<h1>One moment, please</h1>')
    expect([table.status, JSON.parse(table.body.toString()).code]).toEqual([503, 'PT503'])
    expect([rendered, cache.figures.busy, cache.usage.responses]).toEqual([['/jobs/a'], 2, 0])
    finish()
    expect((await first).status).toBe(200)
    expect((await get('/jobs/b', from(attacker))).status).toBe(200)
  })

  test('others, cached pages, and pages that are already being rendered are not limited', async () => {
    const { get, rendered, from, finish } = await openSlowCache()
    await get('/contact', from(attacker))
    const first = get('/jobs/a', from(attacker))
    await expect.poll(() => rendered).toEqual(['/contact', '/jobs/a'])
    expect((await get('/contact', from(attacker))).status).toBe(200)
    const joined = get('/jobs/a', from(attacker))
    const other = get('/jobs/b', from(visitor))
    await expect.poll(() => rendered).toEqual(['/contact', '/jobs/a', '/jobs/b'])
    finish()
    expect((await Promise.all([first, joined, other])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(rendered).toHaveLength(3)
  })
})

test('a page waits for its turn, but not when it is in memory', async () => {
  const begins: (() => void)[] = []
  const { get, state } = await openCache({ scheduleRequest: (_request, _response, begin) => void begins.push(begin) })
  const first = get('/jobs')
  await expect.poll(() => begins).toHaveLength(1)
  expect(state.renders).toBe(0)
  begins[0]?.()
  expect((await first).status).toBe(200)
  expect((await get('/jobs')).status).toBe(200)
  expect(begins).toHaveLength(1)
})

test('a response with an ETag is not sent again to a client that has it', async () => {
  const headers = { 'content-type': 'application/xml', etag: 'W/"one"', 'cache-control': 'public, max-age=300' }
  const { get } = await openCache({ render: async () => new Response('text', { headers }) })
  const responses = [await get('/rss.xml'), await get('/rss.xml', { 'if-none-match': '"one"' })]
  expect(responses.map(({ status, body }) => [status, body.toString()])).toEqual([
    [200, 'text'],
    [304, ''],
  ])
  expect(responses[1]?.headers).toMatchObject({ etag: 'W/"one"', 'cache-control': 'public, max-age=300' })
  expect((await get('/rss.xml', { 'if-none-match': '"other"' })).status).toBe(200)
})
