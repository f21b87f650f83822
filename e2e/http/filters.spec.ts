import { expect, test } from '@playwright/test'
import { filterPaths } from '#domain/content/list-address.ts'
import { admissions } from '#domain/content/kinds/admissions.ts'
import { jobs } from '#domain/content/kinds/jobs.ts'
import { validationErrors, textsIn } from './xml.ts'

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]
const canonicalOf = (html: string) => attribute(html, /<link rel="canonical" href="([^"]+)"/)
const robotsOf = (html: string) => attribute(html, /<meta name="robots" content="([^"]+)"/)

test('the list of one filter has its own title, canonical address and breadcrumb, and is indexed', async ({
  request,
  baseURL,
}) => {
  for (const [path, heading] of [
    ['/jobs/10th-pass', '10th pass jobs'],
    ['/jobs/in/bihar', 'Jobs in Bihar'],
    ['/jobs/closing-soon', 'Jobs closing soon'],
    ['/admission/graduate', 'Graduate admissions'],
  ] as const) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const html = await response.text()
    expect(html).toContain(`>${heading}</h1>`)
    expect(canonicalOf(html) ?? robotsOf(html), path).toBe(`${baseURL}${path}`)
    expect(html).toContain(`"item":"${baseURL}${path}"`)
    expect(html).toContain(`href="${baseURL}${path}/rss.xml"`)
  }
})

test('a combination is not indexed, but followed, and has one canonical address', async ({ request, baseURL }) => {
  const html = await (await request.get('/jobs?state=goa&qualification=graduate')).text()
  expect(robotsOf(html)).toBe('noindex,follow')
  expect(canonicalOf(html)).toBe(`${baseURL}/jobs?qualification=graduate&amp;state=goa`)
})

test('other spellings redirect, unknown values are left out, and unknown addresses are no page', async ({
  request,
}) => {
  for (const [path, location] of [
    ['/jobs?qualification=graduate', '/jobs/graduate'],
    ['/jobs?state=atlantis', '/jobs'],
    ['/JOBS/10TH-pass/', '/jobs/10th-pass'],
  ] as const) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([path, response.status(), response.headers()['location']]).toEqual([path, 301, location])
  }
  const ofNobody = ['/jobs', '/jobs/rss.xml', '/jobs/atom.xml', '/jobs/calendar.ics'].map(
    (path) => `${path}?organization=nobody`,
  )
  for (const path of ['/jobs/in/atlantis', '/results/10th-pass', '/results/in/bihar', ...ofNobody]) {
    expect([path, (await request.get(path)).status()]).toEqual([path, 404])
  }
})

test('a filtered list has valid feeds and a calendar of its last dates', async ({ request }) => {
  for (const path of ['/jobs/graduate/rss.xml', '/jobs/rss.xml?qualification=graduate&fee=free']) {
    const xml = await (await request.get(path)).text()
    expect(await validationErrors(xml, 'rss.rng')).toEqual([])
  }
  const filtered = textsIn(await (await request.get('/jobs/graduate/atom.xml')).text(), 'id')
  const all = textsIn(await (await request.get('/jobs/atom.xml')).text(), 'id')
  expect(filtered.length).toBeGreaterThan(3)
  expect(filtered.length).toBeLessThan(all.length)

  const response = await request.get('/jobs/graduate/calendar.ics')
  expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  const summaries = [...text.matchAll(/^SUMMARY:(.*)/gm)].map(([, summary]) => summary)
  expect(summaries.length).toBeGreaterThan(3)
  for (const summary of summaries) expect(summary).toMatch(/^Last date/)
})

test('the sitemap lists every single filter that finds something; the others are not indexed', async ({
  request,
  baseURL,
}) => {
  const addresses = textsIn(await (await request.get('/sitemap.xml')).text(), 'loc')
  let listed = 0
  for (const { path } of [jobs, admissions].flatMap(filterPaths)) {
    const html = await (await request.get(path)).text()
    const isEmpty = /<b>0 (jobs|admissions)<\/b>/.test(html)
    expect([path, robotsOf(html) !== undefined]).toEqual([path, isEmpty])
    expect([path, addresses.includes(`${baseURL}${path}`)]).toEqual([path, !isEmpty])
    if (!isEmpty) listed += 1
  }
  expect(listed).toBeGreaterThan(30)
})
