import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { attributesIn, canonicalXml, validationErrors, textsIn, unescaped } from '#e2e/http/xml.ts'
import { openDatabaseProxy } from '#test/fakes/database-proxy.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, query, startServer, type Server } from './server.ts'
import { send, startBeside } from './several-servers.ts'

/** What crawlers, feed readers and calendars get, with data that the sample notices do not contain. */
const site = 'https://suchana.example'
const dataDir = preparedFolder('no notices')
let server: Server

beforeAll(async () => {
  server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off', SITE_URL: site } })
})
afterAll(cleanUp)

/** Runs a statement, and waits until the server has processed the change. */
async function change(statement: string): Promise<Record<string, unknown>[]> {
  const rows = await query(databaseUrl(dataDir), statement)
  const changedAt = performance.now()
  // Notifies once more, in case the server has just polled.
  await query(databaseUrl(dataDir), 'notify suchana_changes')
  const hasRead = async () => {
    const sinceChange = performance.now() - changedAt
    const [, lag = 'unknown'] = /^suchana_outbox_lag_seconds (.+)$/m.exec(await read('/metrics')) ?? []
    return Number(lag) * 1_000 < sinceChange
  }
  await vi.waitUntil(hasRead, { interval: 20, timeout: 60_000 })
  return rows
}
const request = (path: string) => fetch(server.url + path, { redirect: 'manual' })
const read = async (path: string) => (await request(path)).text()
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Home page, lists, search, notifications and static pages; two months of the calendar and three tools; no filter finds anything. */
const pagesWithoutNotices = 13 + 5

test('feeds and sitemap without notices are valid and empty', async () => {
  expect(await validationErrors(await read('/sitemap.xml'), 'sitemap.xsd')).toEqual([])
  expect(textsIn(await canonicalXml(await read('/sitemap.xml')), 'loc')).toHaveLength(pagesWithoutNotices)
  for (const folder of ['', '/jobs']) {
    expect(await validationErrors(await read(`${folder}/rss.xml`), 'rss.rng')).toEqual([])
    expect(await validationErrors(await read(`${folder}/atom.xml`), 'atom.rng')).toEqual([])
  }
  const { etag } = Object.fromEntries((await request('/rss.xml')).headers)
  expect((await request('/rss.xml')).headers.get('etag')).toBe(etag)
})

describe('titles with special characters', () => {
  const titles = [
    `& < > " ' ]]> ]]>`,
    '<script>alert(1)</script><!-- & -->',
    '&lt;b&gt; &amp;amp; &nbsp; &#0;',
    'a\u0001b\u0008c\u001fd\u007fe\u0085f',
    'line\r\nbreak\tand; comma, back\\slash\nEND:VEVENT\r\nEND:VCALENDAR',
    'यूपी पुलिस कांस्टेबल भर्ती – “परिणाम”',
    '👩‍🚀🇮🇳'.repeat(20),
    'x'.repeat(500),
  ]
  // The database stores no control characters but tabs and line breaks.
  const plain = titles.map((title) => title.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/\p{Cc}+/gu, ' '))

  beforeAll(async () => {
    for (const [index, title] of titles.entries()) {
      await change(`with organization as (
          insert into public.organizations (name, slug) values (${quoted(title)}, 'organization-${index}') returning id
        )
        insert into public.jobs (title, slug, post_time, apply_end_date, organization_id)
          select ${quoted(title)}, 'job-${index}', '${10 + index}/11/2026 10:00 AM', '2026-12-31', id from organization`)
    }
  })

  test('feeds with special characters are valid and contain the titles, newest first', async () => {
    const rss = await read('/jobs/rss.xml')
    expect(await validationErrors(rss, 'rss.rng')).toEqual([])
    const [, ...inRss] = textsIn(await canonicalXml(rss), 'title')
    expect(inRss).toEqual(plain.toReversed())

    const atom = await read('/atom.xml')
    expect(await validationErrors(atom, 'atom.rng')).toEqual([])
    const [, ...inAtom] = textsIn(await canonicalXml(atom), 'title')
    expect(inAtom.map(unescaped)).toEqual(plain.toReversed())
    const summaries = textsIn(await canonicalXml(atom), 'summary').map(unescaped)
    expect(summaries).toEqual(plain.toReversed().map((name) => `${name} · Last date: 31-12-2026`))
  })

  test('calendars with special characters are valid and contain the titles', async () => {
    for (const [index, title] of plain.entries()) {
      const calendar = new ICAL.Component(ICAL.parse(await read(`/jobs/job-${index}/calendar.ics`)))
      const events = calendar.getAllSubcomponents('vevent')
      expect(events.map((event) => event.getFirstPropertyValue('summary'))).toEqual([`Last date to apply: ${title}`])
    }
  })

  test('feeds, robots.txt and calendars contain the configured address of the site', async () => {
    const [home, self, ...links] = attributesIn(await canonicalXml(await read('/atom.xml')), 'link', 'href')
    expect([home, self, links.at(-1)]).toEqual([`${site}/`, `${site}/atom.xml`, `${site}/jobs/job-0`])
    expect(await read('/robots.txt')).toContain(`\nSitemap: ${site}/sitemap.xml\n`)
    expect(await read('/jobs/job-0/calendar.ics')).toContain('UID:jobs-1-apply_end_date@suchana.example')
  })
})

describe('changes of a notice', () => {
  const addresses = async (path: string) =>
    textsIn(await canonicalXml(await read(path)), path.includes('map') ? 'loc' : 'link')

  test('a renamed notice keeps its feed entry, and its old calendar address redirects', async () => {
    const before = textsIn(await canonicalXml(await read('/jobs/rss.xml')), 'guid')
    await change(`update public.jobs set slug = 'renamed' where slug = 'job-0'`)
    expect(textsIn(await canonicalXml(await read('/jobs/rss.xml')), 'guid')).toEqual(before)
    const old = await request('/jobs/job-0/calendar.ics')
    expect([old.status, old.headers.get('location')]).toEqual([301, '/jobs/renamed/calendar.ics'])
    expect(await addresses('/sitemap.xml')).toContain(`${site}/jobs/renamed`)
    expect(await addresses('/sitemap.xml')).not.toContain(`${site}/jobs/job-0`)
  })

  test('a calendar follows a changed date, and its timestamp changes', async () => {
    const before = await request('/jobs/renamed/calendar.ics')
    await change(`update public.jobs set apply_end_date = '2027-01-15' where slug = 'renamed'`)
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' }
    const after = await fetch(`${server.url}/jobs/renamed/calendar.ics`, { headers })
    const text = await after.text()
    expect([after.status, text]).toEqual([200, expect.stringContaining('DTSTART;VALUE=DATE:20270115')])
    expect(text).toContain('UID:jobs-1-apply_end_date@suchana.example')
    expect(text.match(/DTSTAMP:.*/)).not.toEqual((await before.text()).match(/DTSTAMP:.*/))
  })

  test('a hidden notice disappears from sitemap, feeds and calendars as if it had never existed', async () => {
    const { etag } = Object.fromEntries((await request('/rss.xml')).headers)
    await change(`update public.jobs set status = 'inactive' where slug = 'renamed'`)
    for (const path of ['/sitemap.xml', '/sitemaps/jobs-1.xml', '/jobs/rss.xml', '/rss.xml']) {
      expect([path, ...(await addresses(path))]).not.toContain(`${site}/jobs/renamed`)
    }
    expect((await request('/jobs/renamed/calendar.ics')).status).toBe(404)
    expect((await request('/jobs/job-0/calendar.ics')).status).toBe(404)
    expect((await request('/rss.xml')).headers.get('etag')).not.toBe(etag)
  })

  test('a deleted notice is gone from its calendar and the sitemap', async () => {
    await change(`delete from public.jobs where slug = 'job-1'`)
    const response = await request('/jobs/job-1/calendar.ics')
    expect([response.status, await response.text()]).toEqual([410, 'Gone'])
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await addresses('/sitemap.xml')).not.toContain(`${site}/jobs/job-1`)
  })
})

test('a recruitment is renamed and deleted like a notice', async () => {
  await change(`with recruitment as (insert into public.recruitments (title, slug) values ('SSC', 'ssc') returning id)
    update public.jobs set recruitment_id = (select id from recruitment) where slug = 'job-2'`)
  expect((await request('/recruitments/ssc/calendar.ics')).status).toBe(200)
  expect(textsIn(await canonicalXml(await read('/sitemap.xml')), 'loc')).toContain(`${site}/recruitments/ssc`)
  await change(`update public.recruitments set slug = 'ssc-2026'`)
  const moved = await request('/recruitments/ssc/calendar.ics')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/recruitments/ssc-2026/calendar.ics'])
  await change(`update public.jobs set recruitment_id = null; delete from public.recruitments`)
  expect((await request('/recruitments/ssc-2026/calendar.ics')).status).toBe(410)
})

describe('sitemap of more than 50,000 pages', () => {
  beforeAll(async () => {
    // Without triggers, which would run for each of 120,000 rows.
    await change(`begin;
      set local session_replication_role = replica;
      insert into public.results (title, slug, status)
        select 'Result', 'result-' || number, case when number between 50001 and 100000 then 'inactive' else 'Out' end
          from generate_series(1, 120000) as number;
      commit;
      analyze public.results`)
  })

  test('a large sitemap is an index of parts that together have every public page once', async () => {
    const index = await read('/sitemap.xml')
    expect(await validationErrors(index, 'siteindex.xsd')).toEqual([])
    const sitemaps = textsIn(await canonicalXml(index), 'loc')
    expect(sitemaps).toEqual(
      ['pages', 'jobs-1', 'results-1', 'results-3'].map((name) => `${site}/sitemaps/${name}.xml`),
    )
    expect(textsIn(await canonicalXml(index), 'lastmod')).toHaveLength(sitemaps.length)

    const pages: string[] = []
    for (const sitemap of sitemaps) {
      const xml = await read(sitemap.slice(site.length))
      expect([sitemap, ...(await validationErrors(xml, 'sitemap.xsd'))]).toEqual([sitemap])
      const found = textsIn(xml, 'loc')
      expect(found.length).toBeLessThanOrEqual(50_000)
      pages.push(...found)
    }
    const [row] = await change(`select
      (select count(*)::int from public.jobs where status <> 'inactive') as jobs,
      (select count(*)::int from public.results where status <> 'inactive') as results`)
    expect(row?.['results']).toBe(70_000)
    expect(new Set(pages).size).toBe(pages.length)
    expect(pages).toHaveLength(pagesWithoutNotices + Number(row?.['jobs']) + 70_000)
    expect((await request('/sitemaps/results-2.xml')).status).toBe(404)
  })

  test('the feed of a kind with 70,000 notices is served', async () => {
    expect((await request('/results/rss.xml')).status).toBe(200)
  })
})

test('while the database is unreachable, uncached documents respond with 503 and Retry-After', async () => {
  const proxy = await openDatabaseProxy(databaseUrl(dataDir))
  const beside = await startBeside(server, proxy.url)
  const path = `${beside.url}/results/rss.xml`
  expect((await send(`${beside.url}/jobs/rss.xml?unknown=parameter`)).status).toBe(200)
  proxy.cut()
  const { status, headers } = await send(path)
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-cache, no-store, must-revalidate' })
  await proxy.repair()
  await expect.poll(async () => (await send(path)).status).toBe(200)
})
