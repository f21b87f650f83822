import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'

const PAGES = ['/', '/jobs', '/unknown', '/search', '/search?q=ssc']

for (const path of PAGES) {
  test(`${path} has the security and cache headers`, async ({ request }) => {
    const headers = (await request.get(path)).headers()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
    })
    expect(headers['server-timing']).toMatch(/^open-pages;dur=\d+, now;dur=\d{13}$/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
  })

  test(`the content security policy of ${path} allows exactly its own inline scripts and styles`, async ({
    request,
  }) => {
    const response = await request.get(path)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toContain('unsafe-')
    const html = await response.text()
    const inline = [...html.matchAll(/<(script|style)(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/\1>/g)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, , body = ''] of inline) {
      expect(policy).toContain(createHash('sha256').update(body).digest('base64'))
    }
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/)
    expect(html).not.toMatch(/<[^>]+\sstyle=/)
  })
}

test('nothing of a page is requested before it has been parsed, and styles are inline', async ({ request }) => {
  for (const path of PAGES) {
    const html = await (await request.get(path)).text()
    const withScripts = html.replaceAll(/<noscript>.*?<\/noscript>/g, '')
    expect(withScripts).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">')
    expect(withScripts).not.toMatch(/rel="[^"]*(?:preload|stylesheet)|<script[^>]* src=/)
    expect(html).toMatch(/<noscript><link rel="stylesheet" media="print" href="[^"]+"><\/noscript>/)
  }
})

test('built files are immutable, and scripts are compressed', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const assets = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|woff2))"/g)].map(([, asset]) => asset ?? '')
  expect(assets.some((asset) => asset.endsWith('.js'))).toBe(true)
  expect(assets.some((asset) => asset.endsWith('.woff2'))).toBe(true)
  for (const asset of new Set(assets)) {
    const response = await request.get(asset, { headers: { 'accept-encoding': 'br' } })
    expect(response.status()).toBe(200)
    expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
    // Fonts are compressed in themselves.
    expect(response.headers()['content-encoding'], asset).toBe(asset.endsWith('.js') ? 'br' : undefined)
  }
})

test('the REST API responds with no-store headers and a strict content security policy', async ({ request }) => {
  const response = await request.get('/rest/v1/jobs?select=id&limit=1')
  expect(response.status()).toBe(401)
  expect(response.headers()['cache-control']).toBe('no-cache, no-store, must-revalidate')
  expect(response.headers()['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('a foreign host header does not appear on the page', async ({ request }) => {
  const response = await request.get('/jobs', {
    headers: { 'x-forwarded-host': 'evil.example', 'x-original-url': '/admin' },
  })
  expect(await response.text()).not.toContain('evil.example')
})
