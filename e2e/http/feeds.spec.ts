import { expect, test } from '@playwright/test'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { attributesIn, canonicalXml, validationErrors, textsIn } from './xml.ts'

/** Folder of the feeds, page of the list, folder of the pages that its entries link to, and how many entries it has. */
const lists = [
  { folder: '', page: '/', pages: '/', entries: 50 },
  ...CONTENT_KINDS.map(({ listPath, detailFolder, table }) => ({
    folder: listPath,
    page: listPath,
    pages: `${detailFolder}/`,
    entries: SAMPLE_ROWS[table],
  })),
]

for (const { folder, page, pages, entries } of lists) {
  test(`${folder}/rss.xml is a valid feed of the newest notices`, async ({ request, baseURL }) => {
    const response = await request.get(`${folder}/rss.xml`)
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
    const xml = await response.text()
    expect(await validationErrors(xml, 'rss.rng')).toEqual([])

    const canonical = await canonicalXml(xml)
    const [home, ...links] = textsIn(canonical, 'link')
    expect(home).toBe(baseURL + page)
    expect(attributesIn(canonical, 'atom:link', 'href')).toEqual([`${baseURL}${folder}/rss.xml`])
    expect(textsIn(canonical, 'language')).toEqual(['en-IN'])
    expect(links).toHaveLength(entries)
    expect(links.filter((link) => !link.startsWith(baseURL + pages))).toEqual([])
    expect(new Set(textsIn(canonical, 'guid')).size).toBe(links.length)
    const dates = textsIn(canonical, 'pubDate').map((date) => Date.parse(date))
    expect(dates).toHaveLength(links.length)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect((await request.get(links[0] ?? '', { maxRedirects: 0 })).status()).toBe(200)
  })

  test(`${folder}/atom.xml has the same entries as the RSS feed`, async ({ request, baseURL }) => {
    const response = await request.get(`${folder}/atom.xml`)
    expect(response.status()).toBe(200)
    expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
    const xml = await response.text()
    expect(await validationErrors(xml, 'atom.rng')).toEqual([])

    const atom = await canonicalXml(xml)
    const rss = await canonicalXml(await (await request.get(`${folder}/rss.xml`)).text())
    const [home, self, ...links] = attributesIn(atom, 'link', 'href')
    expect([home, self]).toEqual([baseURL + page, `${baseURL}${folder}/atom.xml`])
    expect(links).toEqual(textsIn(rss, 'link').slice(1))
    expect(textsIn(atom, 'id').slice(1)).toEqual(textsIn(rss, 'guid'))
    const seconds = (dates: string[]) => dates.map((date) => Math.floor(Date.parse(date) / 1_000))
    expect(seconds(textsIn(atom, 'published'))).toEqual(seconds(textsIn(rss, 'pubDate')))
    const [newest, ...changes] = textsIn(atom, 'updated').map((date) => Date.parse(date))
    expect(newest).toBe(Math.max(...changes))
  })
}

test('a feed has the notices of its list in the same order', async ({ request, baseURL }) => {
  const html = await (await request.get('/results')).text()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const listed = [
    ...new Set(Array.from(main.matchAll(/href="(\/results\/[a-z0-9-]+)"/g), ([, path]) => `${baseURL}${path}`)),
  ]
  const links = textsIn(await canonicalXml(await (await request.get('/results/rss.xml')).text()), 'link').slice(1)
  expect(links.slice(0, listed.length)).toEqual(listed)
})

test('summaries of a feed have the organization, the relevant dates and the badge', async ({ request }) => {
  const canonical = await canonicalXml(await (await request.get('/jobs/rss.xml')).text())
  const summaries = textsIn(canonical, 'description').slice(1)
  expect(summaries).toHaveLength(39)
  const written = /^[^·]+( · Last date: \d\d-\d\d-\d{4})?( · Exam: \d\d-\d\d-\d{4})?( · (Start|Date Extend))?$/
  expect(summaries.filter((summary) => !written.test(summary))).toEqual([])
  expect(summaries.some((summary) => /^.+ · Last date: .+ · Date Extend$/.test(summary))).toBe(true)
})

for (const path of ['/rss', '/atom', '/jobs/feed.xml', '/admit-cards/rss.xml', '/search/rss.xml', '/RSS.XML']) {
  test(`there is no feed at ${path}`, async ({ request }) => {
    expect((await request.get(path)).status()).toBe(404)
  })
}
