import { expect, test } from '@playwright/test'

test('the service worker is not cached, and may only ask this site', async ({ request }) => {
  const answer = await request.get('/sw.js')
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache, no-store, must-revalidate',
    'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self' https:",
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers()['service-worker-allowed']).toBeUndefined()
})

test('it stores scripts of visitors, every one of which is there, but none of the admin and no font', async ({
  request,
}) => {
  const text = await (await request.get('/sw.js')).text()
  const files = [...new Set(text.match(/\/assets\/[\w.-]+/g))]
  expect(files.length).toBeGreaterThanOrEqual(4)
  for (const file of files) {
    const answer = await request.get(file)
    expect(answer.status(), file).toBe(200)
    if (!file.endsWith('.js')) continue
    expect(await answer.text(), file).not.toMatch(/GoTrueClient|Please wait while we verify your credentials/)
  }
  expect(files.filter((file) => file.endsWith('.woff2'))).toEqual([])
})

test('the manifest has the name of the site', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(await answer.json()).toMatchObject({ name: 'Suchana', start_url: '/', display: 'standalone' })
})

test('a page allows workers and a manifest of this site, and names both colours of its header', async ({ request }) => {
  const answer = await request.get('/jobs')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy.split('; ')).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]))
  const html = await answer.text()
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  for (const scheme of ['light', 'dark'])
    expect(html).toContain(`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})"`)
})

test('the offline page is a whole page, and not for search engines', async ({ request }) => {
  const answer = await request.get('/offline')
  expect(answer.status()).toBe(200)
  const html = await answer.text()
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).toContain('<ul class="saved-pages"></ul>')
})
