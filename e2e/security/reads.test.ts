import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientOf, openDatabase, portals, signIn } from './portals.ts'

/** Pieces with a meaning in LIKE, regular expressions, PostgREST, SQL, JSON or addresses, and some without. */
const pieces = [
  ...'%_\\*.,()"\'`:;?[]{}|^$+-/&=#@!~<> '.split(''),
  ...'a A SSC 100% a_b eq. \\% ${x} null भर्ती 👩‍🎓 &select=* %2e%2e'.split(' '),
  'x),status.eq.inactive,(title.ilike.*',
  "'; drop table jobs; --",
  '\n',
  '\u2028',
]
const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
const titles = fc.sample(text, { numRuns: 60, seed: 15 }).map((title) => `x${title}x`)
const searches = [...new Set([...pieces, ...fc.sample(text, { numRuns: 10_000, seed: 16 })])]

describe.each(portals)('reads of the portal with its $mode database', async (portal) => {
  const sql = openDatabase(portal)
  const send = clientOf(portal)

  test('S15: a filter in a text is searched as that text, for 10,000 hostile texts', async () => {
    const status = randomUUID()
    const rows = titles.map((title) => ({ title, slug: `s15-${randomUUID()}`, status }))
    await sql`insert into syllabus ${sql(rows)}`
    const found = await sql.begin(async (transaction) => {
      await transaction`set local role anon`
      return transaction<{ search: string; titles: string[] }[]>`
        select search, (
          select coalesce(json_agg(row ->> 'title' order by row ->> 'title'), '[]')
            from json_array_elements(public.list_notices('syllabus', search, ${status}, page_size => 100) -> 'rows') as row
        ) as titles from unnest(${searches}::text[]) as search`
    })
    const literal = (search: string) =>
      titles.filter((title) => title.toLowerCase().includes(search.toLowerCase())).sort()
    const different = found.filter((row) => row.titles.toSorted().join('\0') !== literal(row.search).join('\0'))
    expect(different).toEqual([])
    expect(found.some((row) => row.titles.length > 0)).toBe(true)
    await sql`delete from syllabus where status = ${status}`
  })

  test.each(['x),status.eq.inactive,(title.ilike.*', '"', '\\', ',', 'a&select=*', 'eq.', '..'])(
    'S15: the text %j in a filter finds no hidden row',
    async (hostile) => {
      const slug = `s15-${randomUUID()}`
      await sql`insert into jobs (title, slug, status) values ('S15 hidden', ${slug}, 'inactive')`
      const quoted = `"*${hostile.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}*"`
      for (const filter of [
        `or=${encodeURIComponent(`(title.ilike.${quoted},eligibility.ilike.${quoted})`)}`,
        `slug=eq.${encodeURIComponent(hostile)}`,
        `or=(title.ilike.*${encodeURIComponent(hostile)}*)`,
      ]) {
        const { status, text: body } = await send(`GET /rest/v1/jobs?select=slug,status&${filter}`)
        expect([filter, [200, 400].includes(status)]).toEqual([filter, true])
        expect(body).not.toMatch(new RegExp(`${slug}|inactive"`))
      }
      await sql`delete from jobs where slug = ${slug}`
    },
  )

  test.each([
    ['%', ['100% sure']],
    ['_', ['a_b']],
    ['*', ['2*2']],
    ['100%', ['100% sure']],
    ['\\', ['a\\b']],
    ['a_b', ['a_b']],
    ['a%b', []],
  ])('S16: %s is searched literally', async (search, expected) => {
    const status = randomUUID()
    const stored = ['100% sure', '1000 sure', 'a_b', 'axb', '2*2', '2+2', 'a\\b'].map((title) => ({
      title,
      slug: `s16-${randomUUID()}`,
      status,
    }))
    await sql`insert into documents ${sql(stored)}`
    const asked = { content_table: 'documents', search, only_status: status }
    const { status: code, json } = await send('POST /rest/v1/rpc/list_notices', asked)
    expect([code, json.rows.map(({ title }: { title: string }) => title)]).toEqual([200, expected])
    await sql`delete from documents where status = ${status}`
  })

  test.each([
    ['20,000 terms', `or=(${Array.from({ length: 700 }, () => 'id.eq.1').join()})`, [400]],
    ['65 filters', 'id=neq.1&'.repeat(65), [400]],
    ['fifty levels', `and=(${'or('.repeat(50)}id.eq.1${')'.repeat(50)})`, [400]],
    ['a pattern that backtracks', 'title=match.(a%2B)%2B$', [400]],
    ['the same within others', 'or=(id.eq.1,not.and(title.imatch.(a%2B)%2B$))', [400]],
    ['an address of 9 kilobytes', `title=eq.${'x'.repeat(9_000)}`, [414, 431]],
    ['embedding five levels', `select=${'organizations('.repeat(5)}id${')'.repeat(5)}`, [400]],
  ])('S17: an expensive filter is refused: %s', async (_what, query, statuses) => {
    expect(statuses).toContain((await send(`GET /rest/v1/jobs?${query}`)).status)
  })

  test.each([
    'organizations?select=id,jobs(*)',
    'organizations?select=id,jobs(id)&limit=1',
    'organizations?select=a0:organizations(jobs(id))',
    `jobs?select=${Array.from({ length: 5 }, (_, number) => `a${number}:id`).join()}`,
  ])('S17: a visitor cannot multiply the rows of %s', async (query) => {
    expect((await clientOf(portal)(`GET /rest/v1/${query}`)).status).toBe(400)
  })

  test('S17: a pattern between the quotes of a text is a text', async () => {
    const query = 'or=(title.eq."a,title.match..",title.eq."b\\",title.match..")'
    const { status, json } = await send(`GET /rest/v1/jobs?select=id&${query}`)
    expect([status, json]).toEqual([200, []])
  })

  test('S17: quotes inside of a text hide no pattern, no nesting and no number of filters', async () => {
    const nested = `${'or('.repeat(5)}title.eq.a${')'.repeat(5)}`
    const many = Array.from({ length: 65 }, () => 'title.eq.a').join()
    for (const hidden of ['title.match..', nested, many]) {
      const { status, json } = await send(`GET /rest/v1/jobs?select=id&or=(title.eq.a",${hidden},title.eq.b")`)
      expect([status, json]).toEqual([400, expect.objectContaining({ code: 'PT400' })])
    }
  })

  test('S17: a response has at most 1,000 rows', async () => {
    const name = `s17-${randomUUID()}`
    await sql`insert into categories (name, slug) select ${name}, ${name} || '-' || number from generate_series(1, 1100) as number`
    const { status, json } = await send(`GET /rest/v1/categories?select=id&name=eq.${name}&limit=1000000000`)
    await sql`delete from categories where name = ${name}`
    expect([status, json.length]).toEqual([200, 1_000])
  })

  test('S17: a statement of a visitor ends after 3 seconds', async () => {
    const locked = await sql.reserve()
    try {
      await locked`begin`
      await locked`lock table newsletter_subscribers in access exclusive mode`
      const started = performance.now()
      const row = { email: `${randomUUID()}@example.org` }
      const { status, json } = await clientOf(portal)('POST /rest/v1/newsletter_subscribers', row)
      expect([status >= 500, json.code]).toEqual([true, '57014'])
      expect(performance.now() - started).toBeGreaterThan(2_900)
    } finally {
      await locked`rollback`
      locked.release()
    }
  })

  test.each<[what: string, line: string, body?: string]>([
    ['an unknown column', 'GET /rest/v1/jobs?select=nothing'],
    ['an unknown table', 'GET /rest/v1/pg_authid'],
    ['a number that is no number', 'GET /rest/v1/jobs?id=eq.x'],
    ['a number beyond all types', `GET /rest/v1/jobs?id=eq.${'9'.repeat(40)}`],
    ['a zero byte', 'GET /rest/v1/jobs?title=eq.%00'],
    ['bytes that are no UTF-8', 'GET /rest/v1/jobs?title=eq.%ff%fe'],
    ['half of a character', 'GET /rest/v1/jobs?title=eq.%ED%A0%80'],
    ['a quote in a name', "GET /rest/v1/jobs?select=title'"],
    ['half of JSON', 'POST /rest/v1/newsletter_subscribers', '{"email'],
    ['a list in place of a row', 'POST /rest/v1/newsletter_subscribers', '[[]]'],
    ['a zero byte in JSON', 'POST /rest/v1/rpc/search_notices', '{"query": "a\\u0000b"}'],
    ['half of a character in JSON', 'POST /rest/v1/rpc/search_notices', '{"query": "\\ud800"}'],
    ['an argument of another type', 'POST /rest/v1/rpc/list_notices', '{"content_table": {"a": 1}}'],
    ['a day that does not exist', 'GET /rest/v1/jobs?last_date=eq.2026-02-31'],
  ])('S18: an invalid request tells nothing about the server: %s', async (_what, line, body) => {
    const { status, json, text: shown } = await clientOf(portal)(line, body)
    expect(status).toBeLessThan(500)
    const members = status < 400 ? '' : Object.keys(json).toSorted().join()
    expect(members).toBeOneOf(['', 'code,details,hint,message'])
    expect(shown).not.toMatch(/\bselect\b .*\bfrom\b|node_modules|\bat \S+:\d+|\/server\/|\/tmp\//i)
    expect((await send('GET /healthz')).status).toBe(200)
  })

  test('S18: invalid requests of an admin tell nothing about the server', async () => {
    const { send: asAdmin } = await signIn(portal)
    for (const body of ['{"title": {}}', '{"posted_at": "x"}', '{"id": 99999999999999999999}', '[1,2]', 'null']) {
      const { status, text: shown } = await asAdmin('POST /rest/v1/jobs', body)
      expect([body, status >= 400 && status < 500]).toEqual([body, true])
      expect(shown).not.toMatch(/\binsert into\b|node_modules|\bat \S+:\d+/i)
    }
  })
})
