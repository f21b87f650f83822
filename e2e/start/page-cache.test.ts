import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, generatedKeys, query, startServer, type Server } from './server.ts'
import { send, startBeside } from './several-servers.ts'
import { monthOf, neighbour, readPeriod } from '#domain/calendar-period.ts'
import { addDays, indianDay } from '#domain/dates.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#test/fakes/database-proxy.ts'

/** The line that says when a page was rendered. */
const MARK = /(<main\b[^>]*>)<p class="saved-copy" role="status">Saved copy of \d{1,2}:\d\d [AP]M<\/p>/

let owner: Server
beforeAll(async () => {
  owner = await startServer(preparedFolder(), { env: { RENDER_THREADS: '2' } })
})
afterAll(cleanUp)

describe('page cache while the database is unreachable', () => {
  let proxy: DatabaseProxy
  let server: Server
  beforeAll(async () => {
    proxy = await openDatabaseProxy(databaseUrl(owner.dataDir))
    server = await startBeside(owner, proxy.url)
  })

  test('cached pages are served with their age while the database is unreachable, and updated afterwards', async () => {
    const paths = ['/', '/jobs', '/contact', '/unknown', '/rss.xml', '/sitemap.xml']
    const before = await Promise.all(paths.map((path) => send(server.url + path)))
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 404, 200, 200])
    proxy.cut()
    await query(databaseUrl(owner.dataDir), `update public.jobs set title = title || ' (corrected)'`)
    await expect
      .poll(async () => (await send(`${server.url}/`)).headers['cache-status'])
      .toBe('suchana; hit; detail="database-away"')
    for (const [index, path] of paths.entries()) {
      const response = await send(server.url + path)
      const text = response.text.replace(MARK, '$1')
      expect([path, response.status, text]).toEqual([path, before[index]?.status, before[index]?.text])
      expect([path, MARK.test(response.text)]).toEqual([path, !path.endsWith('.xml')])
      expect(response.headers).toMatchObject({ age: expect.stringMatching(/^\d+$/) })
    }
    expect((await send(`${server.url}/results`)).status).toBe(503)
    await expect.poll(async () => (await send(`${server.url}/readyz`)).status).toBe(503)
    expect((await send(`${server.url}/healthz`)).status).toBe(200)
    await proxy.repair()
    await expect.poll(async () => (await send(`${server.url}/`)).headers['cache-status']).toBeUndefined()
    await expect.poll(async () => (await send(`${server.url}/`)).text).toContain('(corrected)')
    for (const path of paths) {
      await expect.poll(async () => (await send(server.url + path)).text).not.toMatch(MARK)
    }
    await expect.poll(async () => (await send(`${server.url}/results`)).status).toBe(200)
  })
})

describe('cache of REST reads', () => {
  test('cached reads of a table are the same as those from the database', async () => {
    const { publishableKey: key } = generatedKeys(owner.dataDir)
    const queries = [
      'jobs?select=id,title&order=posted_at.desc&limit=5',
      'results?select=*&limit=3&offset=2',
      'organizations?select=name&order=name',
      'jobs?select=id&id=eq.0',
    ]
    for (const path of queries) {
      const url = `${owner.url}/rest/v1/${path}`
      // A range-unit header changes nothing in the response, but such a request bypasses the cache.
      const [direct, first, second] = [
        await send(url, { headers: { apikey: key, 'range-unit': 'items' } }),
        await send(url, { headers: { apikey: key, authorization: `Bearer ${key}`, accept: 'application/json' } }),
        await send(url, { headers: { apikey: key, accept: '*/*', 'x-client-info': 'supabase-js-web/2.119.0' } }),
      ]
      const {
        date: _,
        'transfer-encoding': __,
        'content-length': ___,
        connection: ____,
        'keep-alive': _____,
        ...headers
      } = direct.headers
      for (const cached of [first, second]) {
        expect([cached.status, cached.text]).toEqual([direct.status, direct.text])
        expect(cached.headers).toMatchObject(headers)
      }
    }
    const rejected = await send(`${owner.url}/rest/v1/jobs?select=nothing`, { headers: { apikey: key } })
    expect(rejected.status).toBe(400)
  })
})

test('unknown paths share one rendered page', async () => {
  const renderings = async () => {
    const { text } = await send(`${owner.url}/metrics`)
    return Number(/^suchana_request_duration_seconds_count\{route="other",status="404"\} (.+)$/m.exec(text)?.[1] ?? 0)
  }
  await send(`${owner.url}/unknown`)
  const before = await renderings()
  expect(before).toBeGreaterThan(0)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, number) => send(`${owner.url}/unknown-${number}.php?id=${number}`)),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(await renderings()).toBe(before)
})

test('unknown slugs share one rendered page, and a notice that appears is found at once', async () => {
  const url = databaseUrl(owner.dataDir)
  const queries = async () =>
    Number(/^suchana_queries_total (.+)$/m.exec((await send(`${owner.url}/metrics`)).text)?.[1])
  const first = await send(`${owner.url}/jobs/no-such`)
  const before = await queries()
  const paths = Array.from({ length: 20 }, (_, number) =>
    number % 2 === 0 ? `/jobs/no-such-${number}` : `/recruitments/no-such-${number}?x=${number}`,
  )
  const responses = await Promise.all(paths.map((path) => send(owner.url + path)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(responses.map(({ text }) => text))).toEqual(new Set([first.text]))
  expect(first.text).toMatch(/<html[^>]* data-replaces-address=""/)
  expect(first.text).toContain('id="section-jobs"')
  // Whether a record exists is one query; the page in its place needs none.
  expect((await queries()) - before).toBe(20)

  await query(url, `insert into public.jobs (title, slug) values ('A new notice', 'no-such-2')`)
  expect(await send(`${owner.url}/jobs/no-such-2`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('A new notice'),
  })
  await query(url, `update public.jobs set slug = 'renamed' where slug = 'no-such-2'`)
  expect(await send(`${owner.url}/jobs/no-such-0`)).toMatchObject({ status: 404 })
  await expect.poll(async () => (await send(`${owner.url}/jobs/no-such-2`)).headers['location']).toBe('/jobs/renamed')
  await query(url, `delete from public.jobs where slug = 'renamed'`)
  const deleted = async () => send(`${owner.url}/jobs/renamed`)
  await expect.poll(async () => (await deleted()).status).toBe(410)
  expect((await deleted()).text).toBe((await send(`${owner.url}/jobs/no-such-2`)).text)
})

test('a search, its filtered results and its suggestions need no query once they were asked twice, until a notice changes', async () => {
  const queries = async () =>
    Number(/^suchana_queries_total (.+)$/m.exec((await send(`${owner.url}/metrics`)).text)?.[1])
  const read = async (text: string) =>
    Promise.all(
      [`/search?q=${text}`, `/search?q=${text}&sort=closing`, `/search/dropdown?q=${text}`].map(
        async (path) => (await send(owner.url + path)).text,
      ),
    )
  await read('recruitment')
  await read('recruitment')
  // Nothing is answered from memory while a busy machine has not read the outbox for a while.
  const queriesOfNextReads = async () => {
    const before = await queries()
    const [page = ''] = await read('Recruitment+')
    expect(page).toContain('results for &quot;Recruitment&quot;')
    return (await queries()) - before
  }
  await expect.poll(queriesOfNextReads, { timeout: 90_000 }).toBe(0)
  await query(
    databaseUrl(owner.dataDir),
    `insert into public.jobs (title, slug) values ('Recruitment of a popular answer', 'popular-answer')`,
  )
  await expect.poll(async () => (await read('recruitment')).join()).toContain('Recruitment of a popular answer')
  await query(databaseUrl(owner.dataDir), `delete from public.jobs where slug = 'popular-answer'`)
})

test('a month of the calendar is rendered again when a date in it changes, and not when another month does', async () => {
  const url = databaseUrl(owner.dataDir)
  const month = monthOf(addDays(monthOf(indianDay(Date.now())).last, 300)).name
  const other = neighbour(readPeriod(month)!, 1).name
  const read = async (name = month) => (await send(`${owner.url}/calendar/${name}`)).text
  const renderings = async () =>
    Number(
      /^suchana_request_duration_seconds_count\{route="\/calendar\/…",status="200"\} (.+)$/m.exec(
        (await send(`${owner.url}/metrics`)).text,
      )?.[1] ?? 0,
    )
  expect(await read()).not.toContain('A dated job')
  await query(
    url,
    `insert into public.jobs (title, slug, exam_date) values ('A dated job', 'a-dated-job', '${month}-11')`,
  )
  await expect.poll(() => read()).toContain('A dated job')
  await read(other)
  const before = await renderings()
  await query(url, `update public.jobs set exam_date = '${other}-12' where slug = 'a-dated-job'`)
  await expect.poll(() => read()).not.toContain('A dated job')
  expect(await read(other)).toContain('A dated job')
  expect(await renderings()).toBe(before + 2)
  await query(url, `update public.jobs set title = 'A renamed job' where slug = 'a-dated-job'`)
  await expect.poll(() => read(other)).toContain('A renamed job')
  await read()
  expect(await renderings(), 'the first month was not rendered again').toBe(before + 3)
  await query(url, `delete from public.jobs where slug = 'a-dated-job'`)
})

test('a renamed organization has its new name among the filters of a cached list', async () => {
  const slug = 'union-public-service-commission-upsc'
  const choice = async () =>
    new RegExp(`<option value="${slug}">([^<]*)</option>`).exec((await send(`${owner.url}/jobs`)).text)?.[1]
  const rename = (name: string) =>
    query(databaseUrl(owner.dataDir), `update public.organizations set name = '${name}' where slug = '${slug}'`)
  const before = 'Union Public Service Commission (UPSC)'
  await expect.poll(choice).toBe(`${before} (4)`)
  await rename('The Commission')
  await expect.poll(choice, { timeout: 10_000 }).toBe('The Commission (4)')
  await rename(before)
  await expect.poll(choice).toBe(`${before} (4)`)
})

test.each(['/jobs/x%00y', '/jobs/x%00y/calendar.ics', '/share/jobs/x%00y.png', '/x%00', '/sitemaps/%00.xml'])(
  'the path %s with a NUL character is not found',
  async (path) => expect((await send(owner.url + path)).status).toBe(404),
)

test('metrics are served to this machine only', async () => {
  await send(`${owner.url}/jobs`)
  await send(`${owner.url}/jobs`)
  const { status, text } = await send(`${owner.url}/metrics`)
  expect(status).toBe(200)
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  expect(read('suchana_cached_answers_total{result="hit"}')).toBeGreaterThan(0)
  expect(read('suchana_request_duration_seconds_count{route="/jobs",status="200"}')).toBeGreaterThan(0)
  expect(read('suchana_queries_total')).toBeGreaterThan(0)
  expect(read('suchana_outbox_lag_seconds')).toBeGreaterThanOrEqual(0)
  expect(read('process_resident_memory_bytes')).toBeGreaterThan(50_000_000)
  const forwarded = await send(`${owner.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect([forwarded.status, forwarded.text]).toEqual([404, 'Not found'])
  expect((await send(`${owner.url}/readyz`)).status).toBe(200)
})

describe('page cache off', () => {
  let proxy: DatabaseProxy
  let server: Server
  beforeAll(async () => {
    proxy = await openDatabaseProxy(databaseUrl(owner.dataDir))
    server = await startBeside(owner, proxy.url, { PAGE_CACHE_MEGABYTES: '0' })
  })

  /** The fewest of several requests: a new connection also reads the types of the database. */
  async function statementsFor(path: string): Promise<number> {
    const counts: number[] = []
    for (let request = 0; request < 5; request += 1) {
      const before = proxy.statements
      const { status } = await send(server.url + path)
      expect([path, status]).toEqual([path, ['/unknown', '/calendar/9999-12'].includes(path) ? 404 : 200])
      counts.push(proxy.statements - before)
    }
    return Math.min(...counts)
  }

  test.each([
    ['/', 1],
    ['/jobs', 1],
    ['/documents?search=a', 1],
    ['/search', 0],
    ['/search?q=recruitment', 1],
    ['/search?q=recruitment&from=1000', 1],
    ['/search?q=recruitment&from=1100', 0],
    ['/search/dropdown?q=', 1],
    ['/search/dropdown?q=recruitment', 2],
    ['/sections/jobs?search=a', 1],
    ['/contact', 0],
    ['/calendar', 1],
    ['/calendar/9999-12', 1],
    ['/calendar.ics', 1],
    ['/unknown', 1],
    ['/sitemap.xml', 2],
    ['/rss.xml', 2],
  ])('without a page cache %s executes %i statements', async (path, statements) => {
    expect(await statementsFor(path)).toBe(statements)
  })

  test('without a page cache a detail page executes one statement, whatever it refers to', async () => {
    const [job] = await query(
      databaseUrl(owner.dataDir),
      'select slug from public.jobs where recruitment_id is not null limit 1',
    )
    expect(await statementsFor(`/jobs/${String(job?.['slug'])}`)).toBe(1)
    expect(await statementsFor(`/jobs/${String(job?.['slug'])}/calendar.ics`)).toBe(1)
  })
})
