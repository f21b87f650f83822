import { get } from 'node:http'
import { expect, test, type APIRequestContext } from '@playwright/test'

async function paths(request: APIRequestContext): Promise<string[]> {
  const [job] = /\/jobs\/[a-z0-9-]+/.exec(await (await request.get('/sitemaps/jobs-1.xml')).text()) ?? []
  if (!job) throw new Error('The sitemap has no job')
  return ['/robots.txt', '/sitemap.xml', '/sitemaps/pages.xml', '/rss.xml', '/jobs/atom.xml', `${job}/calendar.ics`]
}

test('public documents are cached for five minutes and have the security headers', async ({ request }) => {
  for (const path of await paths(request)) {
    const headers = (await request.get(path)).headers()
    expect(headers, path).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      vary: 'accept-encoding',
    })
    for (const name of ['pragma', 'expires', 'set-cookie']) expect(headers[name], `${path} ${name}`).toBeUndefined()
  }
})

test('public documents respond to conditional requests with 304', async ({ request }) => {
  for (const path of await paths(request)) {
    const first = await request.get(path)
    const { etag = '' } = first.headers()
    const conditions: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': etag.slice(2) },
      { 'if-none-match': `"other", ${etag}` },
      { 'if-none-match': etag, 'if-modified-since': new Date(0).toUTCString() },
    ]
    for (const headers of conditions) {
      const again = await request.get(path, { headers })
      expect(again.status(), `${path} ${JSON.stringify(headers)}`).toBe(304)
      expect((await again.body()).length).toBe(0)
      expect(again.headers()).toMatchObject({ etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
    }
    const others: Record<string, string>[] = [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': new Date().toUTCString() },
      // By time alone, the loss of a notice would go unnoticed: its time of change is gone with it.
      { 'if-modified-since': new Date().toUTCString() },
    ]
    for (const headers of others) expect((await request.get(path, { headers })).status()).toBe(200)
  }
})

test('public documents are compressed on request', async ({ request }) => {
  for (const path of (await paths(request)).slice(1)) {
    const plain = await request.get(path, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers()['content-encoding']).toBeUndefined()
    for (const encoding of ['br', 'gzip']) {
      const response = await request.get(path, { headers: { 'accept-encoding': encoding } })
      expect(response.headers()['content-encoding'], path).toBe(encoding)
      expect(Number(response.headers()['content-length'])).toBeLessThan((await plain.body()).length / 2)
      expect(await response.text()).toBe(await plain.text())
      expect(response.headers()['etag']).toBe(plain.headers()['etag'])
    }
  }
})

test('HEAD on public documents has no body, and other methods are rejected', async ({ request }) => {
  for (const path of await paths(request)) {
    const [full, head] = [await request.get(path), await request.head(path)]
    expect([head.status(), (await head.body()).length]).toEqual([200, 0])
    const { date: _, ...headers } = full.headers()
    expect(head.headers()).toMatchObject(headers)
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await request.fetch(path, { method })).status()).toBe(405)
  }
})

test('public documents use the configured address of the site, not that of the request', async ({
  request,
  baseURL,
}) => {
  const { hostname, port } = new URL(baseURL ?? '')
  for (const path of await paths(request)) {
    const text = await (await request.get(path)).text()
    const received = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' }
      get({ hostname, port, path: `${path}?from=evil.example`, headers }, (response) => {
        response.setEncoding('utf8')
        response.toArray().then((chunks) => resolve(chunks.join('')), reject)
      }).on('error', reject)
    })
    expect(received, path).toBe(text)
  }
})
