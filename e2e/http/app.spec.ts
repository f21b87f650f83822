import { expect, test } from '@playwright/test'

test('the service worker is not cached, and may only connect to this site', async ({ request }) => {
  const response = await request.get('/sw.js')
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache, no-store, must-revalidate',
    'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self' https:",
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers()['service-worker-allowed']).toBeUndefined()
})

test('the service worker precaches existing scripts of visitors, none of the admin, and no font', async ({
  request,
}) => {
  const text = await (await request.get('/sw.js')).text()
  const files = [...new Set(text.match(/\/assets\/[\w.-]+/g))]
  expect(files.length).toBeGreaterThanOrEqual(4)
  for (const file of files) {
    const response = await request.get(file)
    expect(response.status(), file).toBe(200)
    if (!file.endsWith('.js')) continue
    expect(await response.text(), file).not.toMatch(/GoTrueClient|Please wait while we verify your credentials/)
  }
  expect(files.filter((file) => file.endsWith('.woff2'))).toEqual([])
})

test('the web manifest has the name of the site', async ({ request }) => {
  const response = await request.get('/manifest.webmanifest')
  expect(response.headers()).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(await response.json()).toMatchObject({ name: 'Suchana', start_url: '/', display: 'standalone' })
})

test('a page allows workers and a manifest of this site, and names both theme colours', async ({ request }) => {
  const response = await request.get('/jobs')
  const policy = response.headers()['content-security-policy'] ?? ''
  expect(policy.split('; ')).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]))
  const html = await response.text()
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  for (const scheme of ['light', 'dark'])
    expect(html).toContain(`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})"`)
})

test('the offline page is a complete page that is not indexed', async ({ request }) => {
  const response = await request.get('/offline')
  expect(response.status()).toBe(200)
  const html = await response.text()
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).toContain('<ul class="saved-pages"></ul>')
  for (const part of [
    '<header class="site-header">',
    'aria-label="Main"',
    'id="site-menu"',
    '<footer class="site-footer">',
  ])
    expect(html, part).toContain(part)
})
