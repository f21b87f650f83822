import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createApp, type AppOptions } from './app.ts'
import { FIXTURE_PAGES } from '#test/fakes/pages.ts'
import type { SiteContext } from './site-interface.ts'

const siteUrl = 'https://suchana.example'

/** The application with a fake site that records its requests and responds with the requested path. */
function openApp(options: Partial<AppOptions> = {}) {
  const requests: { method: string; url: string; body: string; context: SiteContext | undefined }[] = []
  const counts: string[] = []
  const app = createApp({
    backend: {
      fetch: async (request) =>
        new Response(new URL(request.url).searchParams.get('apikey'), {
          status: request.method === 'POST' ? 201 : 200,
        }),
      countCall: async (kind) => {
        counts.push(kind)
        return 0
      },
      hasSecretKey: () => false,
      figures: () => ({
        queries: 0,
        running: 0,
        sockets: 0,
        popular: { answered: 0, stored: 0, bytes: 0 },
        outboxLag: 0,
        push: { sent: 0, failed: 0, gone: 0, again: 0 },
      }),
    },
    site: {
      pages: FIXTURE_PAGES,
      fetch: async (request, context) => {
        const { pathname, search } = new URL(request.url)
        requests.push({ method: request.method, url: pathname + search, body: await request.text(), context })
        const isKnown = !pathname.startsWith('/404')
        const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'self'" }
        return new Response(`<h1>${pathname}</h1>`, { status: isKnown ? 200 : 404, headers })
      },
    },
    shareImages: async () => new Response('image'),
    syndication: [['/rss.xml', async () => new Response('feed', { headers: { 'cache-control': 'public' } })]],
    webManifest: () => new Response('{}', { headers: { 'cache-control': 'no-cache' } }),
    siteUrl,
    metrics: () => new Response('numbers'),
    serverTiming: () => ['server-timing', 'open-pages;dur=7'],
    ...options,
  })
  const send = (path: string, init: RequestInit = {}) => app.fetch(new Request(siteUrl + path, init))
  return { app, send, requests, counts }
}

const noStore = 'no-cache, no-store, must-revalidate'

describe('pages', () => {
  test('a page is rendered by the site, with the number of open pages in server-timing', async () => {
    const { send, requests } = openApp()
    const response = await send('/jobs?search=ssc')
    expect([response.status, await response.text()]).toEqual([200, '<h1>/jobs</h1>'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'server-timing': 'open-pages;dur=7',
      'cache-control': noStore,
      'content-security-policy': "default-src 'self'",
      'x-frame-options': 'DENY',
    })
    expect(requests.map(({ method, url }) => [method, url])).toEqual([['GET', '/jobs?search=ssc']])
  })

  test('a page gets the tag function that the page cache passes in', async () => {
    const { app, requests } = openApp()
    const tag = () => {}
    await app.fetch(new Request(`${siteUrl}/jobs`), { tag })
    expect(requests[0]?.context?.tag).toBe(tag)
  })

  test.each([
    ['/JOBS', '/jobs'],
    ['/jobs/', '/jobs'],
    ['//jobs//a', '/jobs/a'],
    ['/Jobs/SSC-CGL/?search=X%20y', '/jobs/ssc-cgl?search=X%20y'],
    ['/jobs/%61', '/jobs/a'],
    ['/Admin/Jobs/', '/admin/jobs'],
  ])('the page path %s redirects to its canonical spelling %s', async (path, canonical) => {
    const { send, requests } = openApp()
    const response = await send(path)
    expect([response.status, response.headers.get('location')]).toEqual([301, canonical])
    expect(requests).toEqual([])
  })
})

describe('unknown paths', () => {
  test.each([
    '/unknown',
    '/Unknown/',
    '/index.php?a=1',
    '/jobs/abc.html',
    '/x.txt',
    '/apple-touch-icon-precomposed.png',
    '/jobs.data',
    '/%',
    '//evil.example',
  ])('the unknown path %s gets the 404 page without a redirect', async (path) => {
    const { send, requests } = openApp()
    const response = await send(path, { headers: { 'x-forwarded-host': 'evil.example' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.headers.get('server-timing')).toBe('open-pages;dur=7')
    expect(requests.map(({ url }) => url)).toEqual(['/404'])
  })

  test.each(['/jobs/ssc_cgl', '/jobs/SSC_CGL/', '/jobs/%E0%A4%AD', '/admit-card/ssc%20cgl', '/recruitments/a~b'])(
    'the address %s of a notice that cannot exist gets the page of a missing record, as any unknown slug',
    async (path) => {
      const { send, requests } = openApp()
      expect((await send(path)).status).toBe(404)
      expect(requests.map(({ url }) => url)).toEqual(['/404/record'])
    },
  )

  test.each(['/assets/gone-abc123.js', '/.well-known/security.txt', '/favicon.ico', '/unknown/rss.xml', '/sw.js'])(
    'the missing file %s gets a plain 404 without rendering a page',
    async (path) => {
      const { send, requests } = openApp()
      const response = await send(path)
      expect([response.status, await response.text(), requests]).toEqual([404, 'Not found', []])
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(response.headers.get('server-timing')).toBeNull()
    },
  )
})

test('an admin page is rendered by the site, without the number of open pages', async () => {
  const { send, requests } = openApp()
  for (const path of ['/admin', '/admin/jobs/17', '/admin/jobs.data?_routes=a']) {
    const response = await send(path)
    expect([path, response.status, response.headers.get('server-timing')]).toEqual([path, 200, null])
  }
  expect(requests.map(({ url }) => url)).toEqual(['/admin', '/admin/jobs/17', '/admin/jobs.data?_routes=a'])
})

describe('forms', () => {
  const form = (bytes: number, headers: Record<string, string> = {}) => ({
    method: 'POST',
    body: 'x'.repeat(bytes),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(bytes),
      ...headers,
    },
  })

  test('a form counts as a page that is rendered when all of it has arrived', async () => {
    const rendered: string[] = []
    const limitRenders: AppOptions['limitRenders'] = (address, render) => {
      rendered.push(address)
      return render()
    }
    const { app, counts, requests } = openApp({ limitRenders })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '9' }
    const init = { method: 'POST', headers, body: readable, duplex: 'half' }
    const incoming = { socket: { remoteAddress: '203.0.113.7' }, headers: {} }
    const answer = app.fetch(new Request(`${siteUrl}/newsletter`, init), { incoming })
    const typing = writable.getWriter()
    await typing.write(new TextEncoder().encode('email='))
    await expect.poll(() => counts).not.toEqual([])
    await nextTurn()
    expect(rendered).toEqual([])
    await typing.write(new TextEncoder().encode('a@b'))
    await typing.close()
    expect((await answer).status).toBe(200)
    expect([rendered, requests.map(({ body }) => body)]).toEqual([['203.0.113.7'], ['email=a@b']])
  })

  test('a form is passed to the page that accepts it', async () => {
    const { send, requests } = openApp()
    expect((await send('/newsletter', form(10))).status).toBe(200)
    expect(requests).toEqual([
      { method: 'POST', url: '/newsletter', body: 'x'.repeat(10), context: { isOverLimit: false } },
    ])
  })

  test.each([
    ['/newsletter', 4_096, 200],
    ['/newsletter', 4_097, 413],
    ['/contact', 16_384, 200],
    ['/contact', 16_385, 413],
  ])('a form for %s with %i bytes gets status %i', async (path, bytes, status) => {
    const { send, requests } = openApp()
    expect((await send(path, form(bytes))).status).toBe(status)
    expect(requests).toHaveLength(status === 200 ? 1 : 0)
  })

  test.each([
    ['/newsletter', '/rest/v1/newsletter_subscribers', 'newsletter'],
    ['/contact', '/rest/v1/contact_messages', 'contact'],
  ])('forms sent to %s and rows written to %s share one rate limit', async (path, table, kind) => {
    const { send, requests, counts } = openApp()
    const row = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    for (let number = 0; number < 3; number += 1) await send(table, row)
    for (let number = 0; number < 4; number += 1) await send(path, form(10))
    expect(requests.map(({ context }) => context?.isOverLimit)).toEqual([false, false, true, true])
    expect(new Set(counts)).toEqual(new Set([kind]))
  })

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('a form with the header sec-fetch-site %s gets status %i', async (origin, status) => {
    const { send } = openApp()
    expect((await send('/contact', form(10, { 'sec-fetch-site': origin }))).status).toBe(status)
  })

  test.each([
    ['https://other.example', 403],
    ['https://suchana.example.other.example', 403],
    ['null', 403],
    ['https://suchana.example', 200],
    ['http://192.0.2.7:3000', 200],
  ])('a form of a browser that sends only the origin %s gets status %i', async (origin, status) => {
    const { send } = openApp()
    expect((await send('/contact', form(10, { origin, host: '192.0.2.7:3000' }))).status).toBe(status)
  })
})

test.each([
  ['POST', '/jobs', 'GET, HEAD'],
  ['POST', '/unknown', 'GET, HEAD'],
  ['POST', '/rss.xml', 'GET, HEAD'],
  ['POST', '/admin', 'GET, HEAD'],
  ['PUT', '/contact', 'GET, HEAD, POST'],
  ['DELETE', '/jobs', 'GET, HEAD'],
  ['OPTIONS', '/newsletter', 'GET, HEAD, POST'],
])('the unsupported method %s %s gets 405', async (method, path, allow) => {
  const { send, requests } = openApp()
  const response = await send(path, { method })
  expect([response.status, response.headers.get('allow'), requests]).toEqual([405, allow, []])
})

describe('page views', () => {
  const view = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }

  test('a page view is counted with the key in the URL, and its response does not prevent the back-forward cache', async () => {
    const { send } = openApp()
    const response = await send('/rest/v1/analytics_events?apikey=sb_publishable_a', view)
    expect([response.status, await response.text()]).toEqual([201, 'sb_publishable_a'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.has('pragma')).toBe(false)
  })

  test('page views beyond sixty a minute are dropped with the same status and headers', async () => {
    const { send } = openApp()
    const responses = []
    for (let number = 0; number < 62; number += 1)
      responses.push(await send('/rest/v1/analytics_events?apikey=a', view))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['no-cache']))
    const texts = await Promise.all(responses.map((response) => response.text()))
    expect(texts.filter((text) => text === 'a')).toHaveLength(60)
  })

  test('other responses of the backend have cache-control: no-store', async () => {
    const { send } = openApp()
    expect((await send('/rest/v1/analytics_events')).headers.get('cache-control')).toBe(noStore)
    expect((await send('/rest/v1/jobs')).headers.get('cache-control')).toBe(noStore)
  })
})
