import { expect, test } from '@playwright/test'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { canonicalXml, validationErrors, textsIn } from './xml.ts'

test('robots.txt disallows private paths, and names the sitemap', async ({ request, baseURL }) => {
  const response = await request.get('/robots.txt')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).split('\n')
  const rules = ['/admin', '/rest', '/auth', '/storage', '/functions', '/realtime', '/report/', '/search?']
  expect(lines).toEqual([
    'User-agent: *',
    'Allow: /',
    ...rules.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseURL}/sitemap.xml`,
    '',
  ])
  const paths = CONTENT_KINDS.flatMap((kind) => [kind.listPath, kind.detailFolder])
  expect(paths.filter((path) => rules.some((rule) => path.startsWith(rule)))).toEqual([])
})

test('every address of the sitemap is a page with that canonical address that may be indexed', async ({
  request,
  baseURL,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text()
  expect(await validationErrors(xml, 'sitemap.xsd')).toEqual([])
  const addresses = textsIn(await canonicalXml(xml), 'loc')
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeGreaterThan(180)
  for (const address of addresses) {
    expect(address.startsWith(`${baseURL}/`), address).toBe(true)
    const response = await request.get(address, { maxRedirects: 0 })
    expect(response.status(), address).toBe(200)
    const html = await response.text()
    expect(html, address).toContain(`<link rel="canonical" href="${address}"`)
    expect(html, address).not.toContain('noindex')
  }
})

test('every notice of every list, the lists and the recruitments are in the sitemap', async ({ request, baseURL }) => {
  const addresses = new Set(textsIn(await canonicalXml(await (await request.get('/sitemap.xml')).text()), 'loc'))
  const missing: string[] = ['/', '/search', '/contact', '/privacy', '/disclaimer'].filter(
    (path) => !addresses.has(baseURL + path),
  )
  for (const { listPath, detailFolder } of CONTENT_KINDS) {
    if (!addresses.has(baseURL + listPath)) missing.push(listPath)
    const html = await (await request.get(listPath)).text()
    const links = [...html.matchAll(new RegExp(`href="(${detailFolder}/[a-z0-9-]+)"`, 'g'))]
    expect(links.length, listPath).toBeGreaterThan(5)
    for (const [, path = ''] of links) if (!addresses.has(baseURL + path)) missing.push(path)
  }
  expect(missing).toEqual([])
  expect([...addresses].some((address) => address.startsWith(`${baseURL}/recruitments/`))).toBe(true)
})

test('the parts of a sitemap together are the whole sitemap', async ({ request }) => {
  const folders = ['recruitments', ...CONTENT_KINDS.map(({ detailFolder }) => detailFolder.slice(1))]
  const parts = ['/sitemaps/pages.xml', ...folders.map((folder) => `/sitemaps/${folder}-1.xml`)]
  const found: string[] = []
  for (const path of parts) {
    const xml = await (await request.get(path)).text()
    expect(await validationErrors(xml, 'sitemap.xsd'), path).toEqual([])
    found.push(...(xml.match(/<url>.*<\/url>/g) ?? []))
  }
  const whole = await (await request.get('/sitemap.xml')).text()
  expect(found.sort()).toEqual(whole.match(/<url>.*<\/url>/g)?.sort())
})

for (const name of [
  'jobs-2',
  'jobs-0',
  'jobs-01',
  'jobs',
  'jobs--1',
  'organizations-1',
  'admit-card-1',
  'pages-1',
  'x%00-1',
]) {
  test(`there is no sitemap ${name}`, async ({ request }) => {
    const response = await request.get(`/sitemaps/${name}.xml`)
    expect(response.status()).toBe(404)
    expect(response.headers()['content-type']).toContain('text/plain')
    expect(response.headers()['cache-control']).toContain('no-store')
  })
}
