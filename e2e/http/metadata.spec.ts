import { expect, test } from '@playwright/test'
import { OTHER_PAGES } from '#e2e/pages.ts'
import { CONTENT_KINDS, namesOf } from '#domain/content/registry.ts'
import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { graphOf, structuredDataErrors } from './structured-data.ts'
import { recordPaths } from './xml.ts'

const OPEN_JOB = '/jobs/upsc-cds-i-2027-online-form'
const CONTRACTUAL_JOB = '/jobs/c-dac-project-engineer-cc-net-python-online-form-2026'
const RECRUITMENT = '/recruitments/ssc-cgl-2026'

const PAGES = ['/', ...OTHER_PAGES, OPEN_JOB, RECRUITMENT, ...CONTENT_KINDS.map((kind) => kind.listPath)]

test('the description of a recruitment names the kinds of its notices, and no other', async ({ request }) => {
  const html = await (await request.get(RECRUITMENT)).text()
  const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1]
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const listed = CONTENT_KINDS.filter(({ detailFolder }) => main.includes(`href="${detailFolder}/`))
  expect(listed.length).toBeGreaterThan(1)
  expect(description).toContain(`: ${namesOf(listed)} with every date in one timeline.`)
})

for (const path of PAGES) {
  test(`${path} has title, description, canonical address and share image`, async ({ request }) => {
    const response = await request.get(path)
    const html = await response.text()
    const origin = new URL(response.url()).origin
    const head = html.slice(0, html.indexOf('</head>'))
    const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(head)?.[1]
    expect(head.match(/<title>/g)).toHaveLength(1)
    expect(/<title>(.+) \| Suchana<\/title>/.exec(head)?.[1]?.length).toBeGreaterThan(5)
    expect(meta('description')?.length, 'description').toBeGreaterThan(50)
    expect(meta('keywords')?.split(', ').length, 'keywords').toBeGreaterThan(1)
    expect(/<link rel="canonical" href="([^"]+)"/.exec(head)?.[1]).toBe(`${origin}${path}`)
    expect(meta('og:url')).toBe(`${origin}${path}`)
    expect(meta('og:title')).toBeTruthy()
    expect(meta('og:description')).toBe(meta('description'))
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect(meta('robots')).toBeUndefined()
    const image = await request.get(meta('og:image') ?? '')
    expect(image.headers()['content-type']).toBe('image/png')
    expect((await image.body()).subarray(1, 4).toString()).toBe('PNG')
  })

  test(`the structured data of ${path} is valid`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    expect(await structuredDataErrors(html)).toEqual([])
    const crumbs = graphOf(html).find((node) => node['@type'] === 'BreadcrumbList')
    if (path !== '/') expect(crumbs).toBeTruthy()
  })
}

test('the validator finds errors in structured data', async ({ request }) => {
  const html = await (await request.get(OPEN_JOB)).text()
  expect(await structuredDataErrors(html.replace('"hiringOrganization"', '"hiredBy"'))).not.toEqual([])
})

for (const kind of CONTENT_KINDS) {
  test(`every detail page of ${kind.listPath} has valid structured data`, async ({ request }) => {
    const paths = await recordPaths(request, kind.detailFolder)
    expect(paths).toHaveLength(SAMPLE_ROWS[kind.table])
    for (const path of paths) {
      const html = await (await request.get(path)).text()
      expect(await structuredDataErrors(html), path).toEqual([])
      const types = graphOf(html).map((node) => node['@type'])
      expect(types, path).toContain('BreadcrumbList')
      expect(types.includes('FAQPage'), path).toBe(html.includes('>Questions</h2>'))
      const isOpen = kind.table === 'jobs' && html.includes('<b>Applications open</b>')
      expect(types.includes('JobPosting'), path).toBe(isOpen)
    }
  })
}

test('the JobPosting of an open job has the employer and ends at the last second of the last day', async ({
  request,
}) => {
  const posting = graphOf(await (await request.get(OPEN_JOB)).text()).find((node) => node['@type'] === 'JobPosting')
  expect(posting).toMatchObject({
    directApply: false,
    hiringOrganization: { name: 'Union Public Service Commission (UPSC)' },
    jobLocation: { address: { addressCountry: 'IN' } },
  })
  expect(posting?.['validThrough']).toMatch(/^\d{4}-\d\d-\d\dT23:59:59\+05:30$/)
})

test('the JobPosting of a job has the type of employment that its notice states', async ({ request }) => {
  for (const [path, type] of [
    ['/jobs/rrc-northern-railway-act-apprentice-online-form-2026', ['INTERN']],
    [CONTRACTUAL_JOB, ['CONTRACTOR']],
    [OPEN_JOB, undefined],
  ] as const) {
    const posting = graphOf(await (await request.get(path)).text()).find((node) => node['@type'] === 'JobPosting')
    expect(posting?.['employmentType'], path).toEqual(type)
  }
})

test('the home page offers the site search to search engines', async ({ request }) => {
  const response = await request.get('/')
  const site = graphOf(await response.text()).find((node) => node['@type'] === 'WebSite')
  const action = site?.['potentialAction'] as { target: { urlTemplate: string } } | undefined
  const address = (action?.target.urlTemplate ?? '').replace('{search_term_string}', 'ssc')
  expect(new URL(address).origin).toBe(new URL(response.url()).origin)
  expect(await (await request.get(address)).text()).toContain('results for &quot;ssc&quot;')
})

test('the home page and the contact page have a FAQPage of three questions', async ({ request }) => {
  for (const path of ['/', '/contact']) {
    const page = graphOf(await (await request.get(path)).text()).find((node) => node['@type'] === 'FAQPage')
    expect(page?.['mainEntity'], path).toHaveLength(3)
  }
})

test('an unknown share image is a plain 404, and another spelling serves the same image', async ({ request }) => {
  expect((await request.get('/share/jobs/unknown.png')).status()).toBe(404)
  expect((await request.get('/share/unknown.png')).status()).toBe(404)
  const [card = ''] = await recordPaths(request, '/admit-cards')
  const plural = await request.get(`/share${card}.png`)
  expect(plural.status()).toBe(200)
  const singular = await request.get(`/share${card.replace('/admit-cards', '/admit-card')}.png`)
  expect(plural.headers()['cache-control']).toBe('no-cache')
  expect((await request.get('/share/site.png')).headers()['cache-control']).toBe('public, max-age=3600')
  expect(plural.headers()['etag']).toBeTruthy()
  expect(singular.headers()['etag']).toBe(plural.headers()['etag'])
})
