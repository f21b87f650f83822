import { expect, test } from '@playwright/test'

const HOSTILE = [
  'q=a%00b',
  'q=%00',
  `q=${'x'.repeat(5_000)}`,
  `q=${'%E0%A4%95'.repeat(400)}`,
  `q=${'%20'.repeat(1_500)}`,
  `q=${'a+'.repeat(1_500)}`,
  'q=%',
  'q=%E0%A4%A',
  'q=%F0%9F%98%80',
  'q=%ED%A0%80',
  'q[]=ssc&q[a]=b&category[]=jobs',
  'q=ssc&q=upsc&category=jobs&category=results',
  'q=ssc&category=profiles',
  'q=ssc&category=__proto__',
  'q=ssc&from=-1',
  'q=ssc&from=99999',
  'q=ssc&from=1e309',
  'q=ssc&from=NaN',
  'q=%27;drop+table+jobs;--',
  'q=x),status.eq.inactive,(title.ilike.*',
  'q=%25%25&category=admit_cards',
  'q=.*.*.*.*.*=.*',
  'q=%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB',
  '=&&&==;;',
]

for (const query of HOSTILE) {
  test(`/search treats ${query.slice(0, 60)} as plain text`, async ({ request }) => {
    for (const path of ['/search', '/search/dropdown']) {
      const response = await request.get(`${path}?${query}`)
      expect(response.status(), path).toBe(200)
    }
  })
}

test('the search page is indexed, its results are not', async ({ request }) => {
  const welcome = await request.get('/search')
  expect(welcome.status()).toBe(200)
  const html = await welcome.text()
  expect(html).toContain(`<link rel="canonical" href="${new URL('/search', welcome.url()).href}"`)
  expect(html).not.toContain('name="robots"')
  for (const query of ['q=ssc', 'q=s', 'q=zzzzz', 'q=ssc&category=jobs', 'q=ssc&from=100']) {
    const response = await request.get(`/search?${query}`)
    expect(response.status()).toBe(200)
    const page = await response.text()
    expect(page).toContain('<meta name="robots" content="noindex"')
    expect(page).not.toContain('nofollow')
    expect(page).not.toContain('rel="canonical"')
  }
})

test('search results above the largest offset are not listed, and the page says how to find them', async ({
  request,
}) => {
  for (const from of [1_100, 5_000, 99_999]) {
    const response = await request.get(`/search?q=ssc&from=${from}`)
    expect(response.status()).toBe(200)
    const page = await response.text()
    expect(page).toContain('The list of results ends here')
    expect(page).toContain('Add a word, or choose a category, to find them.')
    expect(page).not.toMatch(/0 results|No results/)
    expect(page).toContain('<meta name="robots" content="noindex"')
  }
})

test('search results are rendered by the server, and the search text is escaped', async ({ request }) => {
  const found = await (await request.get('/search?q=ssc')).text()
  expect(found).toContain('results for &quot;ssc&quot;')
  expect(found).toContain('<mark>SSC</mark>')
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const page = await (await request.get('/search', { params: { q: hostile } })).text()
  expect(page).not.toContain('<script>alert(1)')
  expect(page).not.toContain('<img src=x')
})

test('the search dropdown gets its data in one request, not cached', async ({ request }) => {
  const response = await request.get('/search/dropdown?q=+SSC+')
  expect(response.headers()['content-type']).toContain('application/json')
  expect(response.headers()['cache-control']).toBe('no-cache, no-store, must-revalidate')
  const { text, suggestions, notices } = await response.json()
  expect(text).toBe('SSC')
  expect(suggestions).toHaveLength(5)
  expect(notices.length).toBeGreaterThan(5)
  expect(notices.length).toBeLessThanOrEqual(20)
  for (const { title, label, icon, href } of [...suggestions, ...notices]) {
    expect(title).toBeTruthy()
    expect(label).toBeTruthy()
    expect(icon, 'an SVG path').toMatch(/^m[\d\s.,\-a-z]+$/i)
    expect(href).toMatch(/^\/(search\?q=.+&category=[a-z_]+|[a-z-]+\/[a-z0-9-]+)$/)
    expect((await request.get(href)).status(), href).toBe(200)
  }
  for (const query of ['', '?q=', '?q=s', '?q=%00s']) {
    const before = await (await request.get(`/search/dropdown${query}`)).json()
    expect([before.text, before.suggestions, before.notices.length], query).toEqual(['', [], 8])
  }
})

test('a section search returns an HTML fragment, not cached', async ({ request }) => {
  const response = await request.get('/sections/jobs?search=railway')
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache, no-store, must-revalidate',
  })
  const html = await response.text()
  expect(html).toMatch(/href="\/jobs\/[a-z0-9-]+"/)
  expect(html).not.toContain('<html')
  const hostile = await request.get('/sections/jobs', { params: { search: '<script>alert(1)</script>' } })
  expect(await hostile.text()).not.toContain('<script>')
  expect((await request.get('/sections/profiles?search=a')).status()).toBe(404)
})
