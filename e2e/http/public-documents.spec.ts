import { get } from 'node:http'
import { expect, test, type APIRequestContext } from '@playwright/test'

async function paths(request: APIRequestContext): Promise<string[]> {
  const [job = ''] = /\/jobs\/[a-z0-9-]+/.exec(await (await request.get('/sitemaps/jobs-1.xml')).text()) ?? []
  return ['/robots.txt', '/sitemap.xml', '/sitemaps/pages.xml', '/rss.xml', '/jobs/atom.xml', `${job}/calendar.ics`]
}

test('may be cached for five minutes, in public, and carry the security headers', async ({ request }) => {
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

test('answer that nothing has changed', async ({ request }) => {
  for (const path of await paths(request)) {
    const first = await request.get(path)
    const { etag = '', 'last-modified': changed } = first.headers()
    const asked: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': etag.slice(2) },
      { 'if-none-match': `"other", ${etag}` },
      { 'if-none-match': etag, 'if-modified-since': new Date(0).toUTCString() },
      ...(changed ? [{ 'if-modified-since': changed }, { 'if-modified-since': new Date().toUTCString() }] : []),
    ]
    for (const headers of asked) {
      const again = await request.get(path, { headers })
      expect(again.status(), `${path} ${JSON.stringify(headers)}`).toBe(304)
      expect((await again.body()).length).toBe(0)
      expect(again.headers()).toMatchObject({ etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
    }
    const others: Record<string, string>[] = [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': new Date().toUTCString() },
      { 'if-modified-since': new Date(0).toUTCString() },
      { 'if-modified-since': 'nonsense' },
    ]
    for (const headers of others) expect((await request.get(path, { headers })).status()).toBe(200)
    expect(changed === undefined).toBe(path === '/robots.txt')
    expect(Date.parse(changed ?? '1970')).toBeLessThanOrEqual(Date.now())
  }
})

test('are compressed for those who say so', async ({ request }) => {
  for (const path of (await paths(request)).slice(1)) {
    const plain = await request.get(path, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers()['content-encoding']).toBeUndefined()
    for (const encoding of ['br', 'gzip']) {
      const answer = await request.get(path, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers()['content-encoding'], path).toBe(encoding)
      expect(Number(answer.headers()['content-length'])).toBeLessThan((await plain.body()).length / 2)
      expect(await answer.text()).toBe(await plain.text())
      expect(answer.headers()['etag']).toBe(plain.headers()['etag'])
    }
  }
})

test('have no body for HEAD, and are read only', async ({ request }) => {
  for (const path of await paths(request)) {
    const [full, head] = [await request.get(path), await request.head(path)]
    expect([head.status(), (await head.body()).length]).toEqual([200, 0])
    const { date: _, ...headers } = full.headers()
    expect(head.headers()).toMatchObject(headers)
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await request.fetch(path, { method })).status()).toBe(405)
  }
})

test('name the site as it is configured, whatever the request says', async ({ request, baseURL }) => {
  const { hostname, port } = new URL(baseURL ?? '')
  for (const path of await paths(request)) {
    const text = await (await request.get(path)).text()
    const answered = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' }
      get({ hostname, port, path: `${path}?from=evil.example`, headers }, (answer) => {
        answer.setEncoding('utf8')
        answer.toArray().then((chunks) => resolve(chunks.join('')), reject)
      }).on('error', reject)
    })
    expect(answered, path).toBe(text)
  }
})
