import { describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { FIXTURE_PAGES } from './fixture-pages.ts'
import type { SiteContext } from './site-interface.ts'

const siteUrl = 'https://suchana.example'

/** The application on a site that answers what it was asked for. */
function openApp() {
  const asked: { method: string; url: string; body: string; context: SiteContext | undefined }[] = []
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
      figures: () => ({
        queries: 0,
        running: 0,
        sockets: 0,
        outboxLag: 0,
        push: { sent: 0, failed: 0, gone: 0, again: 0 },
      }),
    },
    site: {
      pages: FIXTURE_PAGES,
      fetch: async (request, context) => {
        const { pathname, search } = new URL(request.url)
        asked.push({ method: request.method, url: pathname + search, body: await request.text(), context })
        const isKnown = pathname !== '/404'
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
  })
  const send = (path: string, init: RequestInit = {}) => app.fetch(new Request(siteUrl + path, init))
  return { app, send, asked, counts }
}

const noStore = 'no-cache, no-store, must-revalidate'

describe('a page', () => {
  test('is answered by the site, with the number of open pages', async () => {
    const { send, asked } = openApp()
    const answer = await send('/jobs?search=ssc')
    expect([answer.status, await answer.text()]).toEqual([200, '<h1>/jobs</h1>'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'server-timing': 'open-pages;dur=7',
      'cache-control': noStore,
      'content-security-policy': "default-src 'self'",
      'x-frame-options': 'DENY',
    })
    expect(asked.map(({ method, url }) => [method, url])).toEqual([['GET', '/jobs?search=ssc']])
  })

  test('collects its cache tags where the page cache asks for them', async () => {
    const { app, asked } = openApp()
    const tag = () => {}
    await app.fetch(new Request(`${siteUrl}/jobs`), { tag })
    expect(asked[0]?.context?.tag).toBe(tag)
  })

  test.each([
    ['/JOBS', '/jobs'],
    ['/jobs/', '/jobs'],
    ['//jobs//a', '/jobs/a'],
    ['/Jobs/SSC-CGL/?search=X%20y', '/jobs/ssc-cgl?search=X%20y'],
    ['/jobs/%61', '/jobs/a'],
    ['/Admin/Jobs/', '/admin/jobs'],
  ])('has one spelling: %s leads to %s', async (path, canonical) => {
    const { send, asked } = openApp()
    const answer = await send(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, canonical])
    expect(asked).toEqual([])
  })
})

describe('a path where nothing is', () => {
  test.each([
    '/unknown',
    '/Unknown/',
    '/index.php?a=1',
    '/jobs/abc.html',
    '/x.txt',
    '/jobs.data',
    '/%',
    '//evil.example',
  ])('%s is the 404 page, not redirected', async (path) => {
    const { send, asked } = openApp()
    const answer = await send(path, { headers: { 'x-forwarded-host': 'evil.example' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.headers.get('server-timing')).toBe('open-pages;dur=7')
    expect(asked.map(({ url }) => url)).toEqual(['/404'])
  })

  test.each([
    '/assets/gone-abc123.js',
    '/.well-known/security.txt',
    '/favicon.ico',
    '/apple-touch-icon-precomposed.png',
    '/unknown/rss.xml',
    '/sw.js',
  ])('%s is a plain 404', async (path) => {
    const { send, asked } = openApp()
    const answer = await send(path)
    expect([answer.status, await answer.text(), asked]).toEqual([404, 'Not found', []])
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(answer.headers.get('server-timing')).toBeNull()
  })
})

test('the back office is answered by the site, without the number of open pages', async () => {
  const { send, asked } = openApp()
  for (const path of ['/admin', '/admin/jobs/17', '/admin/jobs.data?_routes=a']) {
    const answer = await send(path)
    expect([path, answer.status, answer.headers.get('server-timing')]).toEqual([path, 200, null])
  }
  expect(asked.map(({ url }) => url)).toEqual(['/admin', '/admin/jobs/17', '/admin/jobs.data?_routes=a'])
})

describe('a form', () => {
  const form = (bytes: number, headers: Record<string, string> = {}) => ({
    method: 'POST',
    body: 'x'.repeat(bytes),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(bytes),
      ...headers,
    },
  })

  test('is taken by a page that has one', async () => {
    const { send, asked } = openApp()
    expect((await send('/newsletter', form(10))).status).toBe(200)
    expect(asked).toEqual([
      { method: 'POST', url: '/newsletter', body: 'x'.repeat(10), context: { isOverLimit: false } },
    ])
  })

  test.each([
    ['/newsletter', 4_096, 200],
    ['/newsletter', 4_097, 413],
    ['/contact', 16_384, 200],
    ['/contact', 16_385, 413],
  ])('%s takes %i bytes: %i', async (path, bytes, status) => {
    const { send, asked } = openApp()
    expect((await send(path, form(bytes))).status).toBe(status)
    expect(asked).toHaveLength(status === 200 ? 1 : 0)
  })

  test.each([
    ['/newsletter', '/rest/v1/newsletter_subscribers', 'newsletter'],
    ['/contact', '/rest/v1/contact_messages', 'contact'],
  ])('%s is counted together with %s', async (path, table, kind) => {
    const { send, asked, counts } = openApp()
    for (let number = 0; number < 3; number += 1) await send(table, form(10))
    for (let number = 0; number < 4; number += 1) await send(path, form(10))
    expect(asked.map(({ context }) => context?.isOverLimit)).toEqual([false, false, true, true])
    expect(new Set(counts)).toEqual(new Set([kind]))
  })

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('of a page that is %s: %i', async (origin, status) => {
    const { send } = openApp()
    expect((await send('/contact', form(10, { 'sec-fetch-site': origin }))).status).toBe(status)
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
])('%s %s is refused', async (method, path, allow) => {
  const { send, asked } = openApp()
  const answer = await send(path, { method })
  expect([answer.status, answer.headers.get('allow'), asked]).toEqual([405, allow, []])
})

describe('a page view', () => {
  const view = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }

  test('is counted with the key in the address, and its answer keeps no page out of the back-forward cache', async () => {
    const { send } = openApp()
    const answer = await send('/rest/v1/analytics_events?apikey=sb_publishable_a', view)
    expect([answer.status, await answer.text()]).toEqual([201, 'sb_publishable_a'])
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.has('pragma')).toBe(false)
  })

  test('beyond sixty a minute is dropped in silence, in the same words', async () => {
    const { send } = openApp()
    const answers = []
    for (let number = 0; number < 62; number += 1) answers.push(await send('/rest/v1/analytics_events?apikey=a', view))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['no-cache']))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(texts.filter((text) => text === 'a')).toHaveLength(60)
  })

  test('other calls of the contract are not stored by browsers', async () => {
    const { send } = openApp()
    expect((await send('/rest/v1/analytics_events')).headers.get('cache-control')).toBe(noStore)
    expect((await send('/rest/v1/jobs')).headers.get('cache-control')).toBe(noStore)
  })
})
