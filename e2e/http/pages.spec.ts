import { expect, test, type APIRequestContext } from '@playwright/test'
import { CONTENT_KINDS } from '#domain/content/registry.ts'

const HTML = 'text/html; charset=utf-8'

async function firstDetail(request: APIRequestContext, listPath: string): Promise<string> {
  const html = await (await request.get(listPath)).text()
  const [, path] = /href="(\/[a-z-]+\/[a-z0-9-]+)"/.exec(html.slice(html.indexOf('<main'))) ?? []
  expect(path, `a detail link on ${listPath}`).toBeTruthy()
  return path ?? ''
}

test('the home page is readable without JavaScript', async ({ request }) => {
  const response = await request.get('/')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe(HTML)
  const html = await response.text()
  for (const heading of ['Results', 'Admit Cards', 'Latest Jobs', 'Answer Key', 'Documents', 'Admission']) {
    expect(html).toContain(heading)
  }
  expect(
    html.match(/href="\/(results|jobs|admit-cards|answer-keys|admissions|documents)\/[a-z0-9-]+"/g)?.length,
  ).toBeGreaterThan(100)
})

for (const kind of CONTENT_KINDS) {
  test(`${kind.listPath} and its detail pages are served in every spelling of the folder`, async ({ request }) => {
    const list = await request.get(kind.listPath)
    expect(list.status()).toBe(200)
    const detail = await firstDetail(request, kind.listPath)
    const slug = detail.split('/').pop() ?? ''
    const bodies = []
    for (const folder of [kind.detailFolder, ...kind.otherFolders]) {
      const response = await request.get(`${folder}/${slug}`)
      expect(response.status()).toBe(200)
      const html = await response.text()
      expect(html).toContain(
        `<link rel="canonical" href="${new URL(`${kind.detailFolder}/${slug}`, response.url()).href}"`,
      )
      bodies.push(/<h1[\s\S]*?<\/h1>/.exec(html)?.[0])
    }
    expect(new Set(bodies).size).toBe(1)
  })
}

for (const folder of ['/admit-cards', '/admissions', '/answer-keys']) {
  test(`${folder} without a slug redirects permanently to its list`, async ({ request }) => {
    const response = await request.get(folder, { maxRedirects: 0 })
    expect(response.status()).toBe(301)
    expect(response.headers()['location']).toBe(folder.slice(0, -1))
    const searched = await request.get(`${folder}?search=s%26c%0d%0a`, { maxRedirects: 0 })
    expect(searched.headers()['location']).toBe(`${folder.slice(0, -1)}?search=s%26c%0d%0a`)
  })
}

for (const path of ['/', '/jobs', '/results', '/search?q=ssc', '/contact']) {
  for (const encoding of ['br', 'gzip', 'identity']) {
    test(`the part of ${path} that scripts request has the same content, with encoding ${encoding}`, async ({
      request,
    }) => {
      const headers = { 'accept-encoding': encoding }
      const whole = await (await request.get(path, { headers })).text()
      const response = await request.get(path, { headers: { ...headers, accept: 'text/html;part=page' } })
      const part = await response.text()
      expect(response.headers()['vary']?.split(', ').toSorted()).toEqual(['accept', 'accept-encoding'])
      for (const section of [
        /<title>[\s\S]*?<\/head>/,
        /<style data-sheet=[\s\S]*?<\/style>/,
        /<main [\s\S]*?<\/main>/,
      ]) {
        const [text = ''] = section.exec(whole) ?? []
        expect(text).not.toBe('')
        expect(part).toContain(text)
      }
      expect(part).toContain('data-part')
      expect(part).not.toMatch(/<header|<footer|<script/)
    })
  }
}

const UNKNOWN = ['/unknown', '/unknown/deep/er', '/jobs/a/b', '/index.php', '/jobs/abc.html', '/x.txt', '/jobs.data']

for (const path of [...UNKNOWN, '/jobs/no-such-job', '/admit-card/no-such-card']) {
  test(`${path} is the home page with status 404, not indexed`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    expect(response.headers()['content-type']).toBe(HTML)
    const html = await response.text()
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).toContain('Admit Cards')
    expect(html).not.toContain('rel="canonical"')
  })
}

test('all unknown paths return the same page', async ({ request }) => {
  const bodies = await Promise.all(UNKNOWN.map(async (path) => (await request.get(`${path}?from=${path}`)).text()))
  expect(new Set(bodies).size).toBe(1)
  expect(bodies[0]).toContain('That page does not exist')
})

test('a slug that no record can have returns the page of every unknown slug', async ({ request }) => {
  const bodies = await Promise.all(
    ['/jobs/no-such-job', '/jobs/ssc_cgl', '/jobs/भर्ती', '/admit-card/a~b', '/recruitments/ssc cgl'].map(
      async (path) => {
        const response = await request.get(path)
        expect([path, response.status()]).toEqual([path, 404])
        return response.text()
      },
    ),
  )
  expect(new Set(bodies).size).toBe(1)
  expect(bodies[0]).toContain('data-replaces-address')
})

test('an icon that browsers request by themselves is served', async ({ request }) => {
  const response = await request.get('/favicon.ico')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/x-icon'])
})

for (const path of ['/.well-known/security.txt', '/assets/gone-abc123.js', '/unknown/rss.xml']) {
  test(`${path} is a plain 404 without a page`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    expect(response.headers()['content-type']).toContain('text/plain')
    expect((await response.body()).length).toBeLessThan(100)
  })
}

for (const [path, canonical] of [
  ['/jobs/', '/jobs'],
  ['/JOBS', '/jobs'],
  ['/Results/?search=x', '/results?search=x'],
  ['/jobs//', '/jobs'],
  ['/jobs/SSC', '/jobs/ssc'],
]) {
  test(`${path} redirects to ${canonical}`, async ({ request }) => {
    const response = await request.get(path ?? '', { maxRedirects: 0 })
    expect(response.status()).toBe(301)
    expect(response.headers()['location']).toBe(canonical)
  })
}

test('an unknown path in another spelling does not redirect', async ({ request }) => {
  const response = await request.get('/Unknown/', { maxRedirects: 0 })
  expect(response.status()).toBe(404)
})

for (const path of ['/newsletter', '/contact']) {
  test(`${path} accepts forms of this site up to a maximum size`, async ({ request }) => {
    const rejected = await request.delete(path)
    expect([rejected.status(), rejected.headers()['allow']]).toEqual([405, 'GET, HEAD, POST'])
    const large = await request.post(path, { form: { message: 'x'.repeat(54_000) } })
    expect(large.status()).toBe(413)
    for (const type of ['text/plain', 'application/json', 'multipart/form-data'])
      expect((await request.post(path, { data: 'x', headers: { 'content-type': type } })).status(), type).toBe(400)
    const foreign = await request.post(path, { form: {}, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status()).toBe(403)
  })
}

for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
  test(`${method} on a page is rejected`, async ({ request }) => {
    const response = await request.fetch('/jobs', { method })
    expect(response.status()).toBe(405)
    expect(response.headers()['allow']).toBe('GET, HEAD')
  })
}

test('HEAD responds like GET without a body', async ({ request }) => {
  const response = await request.head('/jobs')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe(HTML)
  expect((await response.body()).length).toBe(0)
})

test('search text in the address is treated as plain text', async ({ request }) => {
  for (const text of [
    '%',
    '_',
    '*',
    ',',
    '(',
    ')',
    '"',
    "'",
    '\\',
    '.',
    '<script>alert(1)</script>',
    '%00',
    'ü',
    'यूपी',
  ]) {
    const response = await request.get('/jobs', { params: { search: text } })
    expect(response.status(), text).toBe(200)
    expect(await response.text()).not.toContain('<script>alert(1)')
  }
  expect((await request.get('/jobs?search=%')).status()).toBe(200)
  expect((await request.get('/jobs?search=a%00b')).status(), 'a NUL byte').toBe(200)
  expect((await request.get('/jobs?after=nonsense')).status()).toBe(200)
  expect((await request.get(`/jobs?search=${'x'.repeat(5_000)}`)).status()).toBe(200)
})

test('each further page of a list has its own address', async ({ request }) => {
  const listed = new Set<string>()
  let path: string | undefined = '/jobs'
  while (path) {
    const html: string = await (await request.get(path)).text()
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    for (const [, slug] of main.matchAll(/href="\/jobs\/([a-z0-9-]+)"/g)) {
      expect(listed.has(slug ?? ''), `${slug} twice`).toBe(false)
      listed.add(slug ?? '')
    }
    path = /href="(\/jobs\?after=[^"]+)"/.exec(main)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(listed.size).toBe(39)
})

test('an address with a value that the database cannot read is a missing page or the first one, never a failure', async ({
  request,
}) => {
  for (const path of ['/jobs/x%00y', '/recruitments/%00', '/results/%00']) {
    const response = await request.get(path)
    expect([path, response.status()]).toEqual([path, 404])
  }
  for (const cursor of ['0000-01-01T00:00:00Z_1', '2026-02-30T00:00:00Z_1', '2026-01-01T99:00:00Z_1']) {
    const response = await request.get(`/jobs?after=${cursor}`)
    expect([cursor, response.status()]).toEqual([cursor, 200])
    expect(await response.text()).toContain('data-id=')
  }
})

test('a cursor that is none of the order of a list shows its first page, as such', async ({ request }) => {
  for (const [path, first] of [
    ['/jobs?after=nonsense', '/jobs'],
    ['/results?after=nonsense', '/results'],
    ['/jobs?after=0_1_2_3', '/jobs'],
    ['/jobs?qualification=graduate&after=0_1_2', '/jobs/graduate'],
    ['/jobs?qualification=graduate&after=2026-01-01T00:00:00Z_1', '/jobs/graduate'],
    ['/jobs?qualification=graduate&sort=closing&after=0_1_2_3', '/jobs?qualification=graduate&sort=closing'],
    ['/jobs?qualification=graduate&sort=vacancies&after=0_1_2_3', '/jobs?qualification=graduate&sort=vacancies'],
  ] as const) {
    const response = await request.get(path)
    expect([path, response.status()]).toEqual([path, 200])
    const main = (html: string) => html.slice(html.indexOf('<h1'), html.indexOf('</main>'))
    expect(main(await response.text()), path).toBe(main(await (await request.get(first)).text()))
  }
})
