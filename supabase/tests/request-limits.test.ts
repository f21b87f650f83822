import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database

// Functions that return their settings or wait: one that only reads and one that may write, because the server runs the
// two in different ways.
for (const volatility of ['stable', 'volatile']) {
  await sql.unsafe(`
    create function ${volatility}_settings() returns json language sql ${volatility} as $$ select json_build_object(
      'role', current_user, 'statement_timeout', current_setting('statement_timeout'), 'jit', current_setting('jit'),
      'read_only', current_setting('transaction_read_only')) $$;
    create function ${volatility}_wait(seconds integer) returns json language sql ${volatility} as $$
      select to_json(pg_sleep(seconds)::text) $$;
    grant execute on all functions in schema public to anon, authenticated`)
}
await sql`insert into organizations (name, slug) select 'Organization', 'organization-' || number from generate_series(1, 1500) as number`
await sql`insert into jobs (title, slug, status) values ('Shown', 'shown', 'active'), ('Hidden', 'hidden', 'inactive')`

const { url, client } = await runBackend(database)
const staff = client()
const { data: signedIn } = await staff.auth.signInWithPassword(admin)
const accessToken = signedIn.session?.access_token ?? ''

const withKey = { apikey: keys.publishableKey }
const request = (path: string, init?: RequestInit) => fetch(url + path, init)

describe.concurrent('statement timeouts of requests', () => {
  const people = [
    { who: 'a visitor', by: client(), role: 'anon', timeout: '3s' },
    { who: 'staff', by: staff, role: 'authenticated', timeout: '8s' },
    { who: 'the server', by: client(keys.secretKey), role: 'service_role', timeout: '1min' },
  ]
  const settings = { read: 'stable_settings', write: 'volatile_settings' }

  test.each(people)(
    'a request of $who runs as $role for at most $timeout, without JIT',
    async ({ by, role, timeout }) => {
      for (const [purpose, name] of Object.entries(settings)) {
        const { data } = await by.rpc(name)
        const read_only = purpose === 'read' && role === 'anon' ? 'on' : 'off'
        expect(data).toEqual({ role, statement_timeout: timeout, jit: 'off', read_only })
      }
    },
  )

  test.each(['stable_wait', 'volatile_wait'])(
    'a request of a visitor is cancelled after 3 seconds: %s',
    async (name) => {
      const start = performance.now()
      const { error, status } = await client().rpc(name, { seconds: 7 })
      expect([status, error?.code]).toEqual([500, '57014'])
      expect(performance.now() - start).toBeGreaterThan(2_900)
    },
  )

  test('a request of staff may run for more than 3 seconds', async () => {
    expect(await staff.rpc('volatile_wait', { seconds: 4 })).toMatchObject({ status: 200, error: null })
  })
})

describe('a response contains at most 1,000 rows', () => {
  test.each([
    ['without a limit', ''],
    ['with a higher limit', '&limit=1000000000'],
    ['with a range', '&offset=0&limit=1200'],
  ])('a response contains at most 1,000 rows %s', async (_what, limit) => {
    const response = await request(`/rest/v1/organizations?select=id${limit}`, { headers: withKey })
    expect(await response.json()).toHaveLength(1_000)
  })

  test('rows after the first 1,000 are read with a range', async () => {
    const { data } = await client().from('organizations').select('id').order('id').range(1_000, 2_999)
    expect(data).toHaveLength(500)
  })
})

describe('expensive and careless requests are rejected', () => {
  const asStaff = { ...withKey, authorization: `Bearer ${accessToken}` }

  test.each([
    ['65 filters', `id=neq.1&`.repeat(65), 400],
    ['65 filters in one', `or=(${Array.from({ length: 65 }, () => 'id.eq.1').join()})`, 400],
    ['deep nesting', `and=(${'or('.repeat(5)}id.eq.1${')'.repeat(5)})`, 400],
    ['a pattern with a cost', 'title=match.(a%2B)%2B$', 400],
    ['the same, negated', 'title=not.imatch.(a%2B)%2B$', 400],
    ['the same, inside others', 'or=(title.match.(a%2B)%2B$,id.eq.1)', 400],
    ['an address that is too long', `title=eq.${'x'.repeat(8_192)}`, 414],
    ['brackets and commas in quotes, which are text', `title=eq."(((((,,,,,)))))"`, 200],
  ])('expensive filters are rejected: %s', async (_what, query, status) => {
    expect((await request(`/rest/v1/jobs?select=id&${query}`, { headers: withKey })).status).toBe(status)
  })

  test.each(['jobs', 'rpc/list_notices', 'rpc/nothing'])('a deep selection from %s is rejected', async (name) => {
    const select = `${'a('.repeat(1_500)}${'b'.repeat(3_300)}${')'.repeat(1_500)}`
    for (const apikey of [keys.publishableKey, keys.secretKey, 'sb_secret_forged']) {
      const response = await request(`/rest/v1/${name}?select=${select}`, { headers: { apikey } })
      const message = 'Filters are nested too deeply'
      expect([response.status, await response.json()]).toMatchObject([400, { message }])
    }
  })

  test.each([
    ['a change of many rows', 'jobs?id=gt.0', { method: 'PATCH', body: '{"title":"All"}' }],
    ['many related rows', 'organizations?select=id,jobs(id)', {}],
  ])('a key that only begins like a secret one has the limits of visitors: %s', async (_what, path, init) => {
    const headers = { apikey: 'sb_secret_forged', 'content-type': 'application/json' }
    expect((await request(`/rest/v1/${path}`, { ...init, headers })).status).toBe(400)
  })

  const search = (text: string) => JSON.stringify({ content_table: 'jobs', search: text })

  test.each([
    ['a search text of maximum length, which is accepted', search('x'.repeat(1_000)), 200],
    ['a search text that is too long', search('x'.repeat(1_001)), 400],
    ['a body that is too large', search('x'.repeat(2_000_000)), 413],
    ['a body of unknown length', new Blob([search('x')]).stream(), 411],
  ])('requests that are too large are rejected: %s', async (_what, body, status) => {
    const init = { method: 'POST', headers: { ...withKey, 'content-type': 'application/json' }, body, duplex: 'half' }
    expect((await request('/rest/v1/rpc/list_notices', init)).status).toBe(status)
  })

  test('a word of 120,000 letters is refused as too long before it is compared with the words of notices', async () => {
    const init = { method: 'POST', headers: { ...withKey, 'content-type': 'application/json' } }
    const body = JSON.stringify({ query: 'x'.repeat(120_000) })
    for (const name of ['filtered_search', 'search_notices', 'search_suggestions']) {
      const response = await request(`/rest/v1/rpc/${name}`, { ...init, body })
      expect([response.status, await response.json()]).toMatchObject([400, { message: 'search text is too long' }])
    }
  })

  test('a body may be larger with the token of an account or the secret key than from a visitor', async () => {
    const init = { method: 'POST', body: JSON.stringify({ title: 'x'.repeat(131_072) }) }
    const status = async (headers: Record<string, string>) =>
      (await request('/rest/v1/jobs', { ...init, headers: { ...headers, 'content-type': 'application/json' } })).status
    expect(await status(withKey)).toBe(413)
    expect(await status({ apikey: 'sb_secret_forged' })).toBe(413)
    expect(await status(asStaff)).toBe(400)
    expect(await status({ apikey: keys.secretKey })).toBe(400)
  })

  const named = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, number) => [`${number}`.padEnd(length, 'x'), 1]))

  test.each([
    ['65 levels', 'notice_states', `{"wanted":${'['.repeat(64)}${']'.repeat(64)}}`, /too deeply/],
    ['60,000 levels', 'notice_states', `{"wanted":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, /too deeply/],
    ['101 arguments', 'notice_states', JSON.stringify(named(101, 3)), /at most 100 arguments/],
    ['101 arguments of an unknown function', 'nothing', JSON.stringify(named(101, 3)), /at most 100 arguments/],
    ['an argument with a long name', 'notice_states', JSON.stringify(named(1, 64)), /names of at most 63 characters/],
  ])('a call with %s is rejected', async (_what, name, body, message) => {
    for (const headers of [withKey, asStaff]) {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      const response = await request(`/rest/v1/rpc/${name}`, init)
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'PT400', message: expect.stringMatching(message) },
      ])
    }
  })

  test.each([
    ['too many rows', '/rest/v1/jobs', 1_001],
    [
      'too many columns for its rows',
      `/rest/v1/jobs?columns=${Array.from({ length: 1_000 }, (_, n) => `c${n}`).join()}`,
      66,
    ],
  ])('a request that writes %s is rejected', async (_what, path, count) => {
    const body = JSON.stringify(Array.from({ length: count }, () => ({ title: 'x' })))
    for (const headers of [withKey, asStaff, { apikey: keys.secretKey }]) {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      const response = await request(path, init)
      const message = 'A request writes at most 1000 rows and 65535 values'
      expect([response.status, await response.json()]).toMatchObject([400, { message }])
    }
  })

  test.each([400_000, 65])('JSON of %d levels is rejected', async (levels) => {
    const init = {
      method: 'POST',
      headers: { ...asStaff, 'content-type': 'application/json' },
      body: `{"title":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    }
    expect((await request('/rest/v1/jobs', init)).status).toBe(400)
  })

  test.each(['', 'id=gt.0', 'id=in.(1,2)', 'id=not.eq.1', 'id=eq.1&id=eq.2', 'slug=eq.shown', 'or=(id.eq.1,id.gt.0)'])(
    'a change with the filter "%s" is rejected, because it may change many rows',
    async (query) => {
      const before = await sql`select * from jobs order by id`
      expect(before.map(({ title }) => title)).toEqual(['Shown', 'Hidden'])
      const init = { headers: { ...asStaff, 'content-type': 'application/json' }, body: '{"title":"All"}' }
      expect((await request(`/rest/v1/jobs?${query}`, { ...init, method: 'PATCH' })).status).toBe(400)
      expect((await request(`/rest/v1/jobs?${query}`, { ...init, method: 'DELETE' })).status).toBe(400)
      expect(await sql`select * from jobs order by id`).toEqual(before)
    },
  )

  test.each([
    ['an unknown column', 'GET', '/rest/v1/jobs?select=nothing', undefined, 400],
    ['an unknown table', 'GET', '/rest/v1/nothing', undefined, 404],
    ['an unknown function', 'GET', '/rest/v1/rpc/nothing', undefined, 404],
    ['an invalid number', 'GET', '/rest/v1/jobs?id=eq.x', undefined, 400],
    ['a number that is too large', 'GET', '/rest/v1/jobs?id=eq.99999999999999999999', undefined, 400],
    ['a zero byte', 'GET', '/rest/v1/jobs?title=eq.%00', undefined, 400],
    ['a zero byte in a search', 'GET', '/rest/v1/rpc/list_notices?content_table=jobs&search=%00', undefined, 400],
    ['a zero byte in a column', 'GET', '/rest/v1/jobs?a%00=eq.1', undefined, 400],
    ['a zero byte in a column of a group', 'GET', '/rest/v1/jobs?or=(a%00.eq.1)', undefined, 400],
    ['a zero byte in an order', 'GET', '/rest/v1/jobs?order=a%00', undefined, 400],
    ['a zero byte in the order of a function', 'GET', '/rest/v1/rpc/home_board?order=a%00', undefined, 400],
    ['a zero byte in a path', 'GET', '/rest/v1/jobs?select=title->>a%00', undefined, 400],
    ['broken JSON', 'POST', '/rest/v1/newsletter_subscribers', '{"email', 400],
    ['a table that is not a content table', 'POST', '/rest/v1/rpc/list_notices', '{"content_table": "profiles"}', 400],
    ['an unknown argument', 'POST', '/rest/v1/rpc/list_notices', '{"content_table": "jobs", "x": 1}', 404],
    ['an invalid page size', 'POST', '/rest/v1/rpc/list_notices', '{"content_table": "jobs", "page_size": "x"}', 400],
  ])('an invalid request gets a short error without SQL or stack: %s', async (_what, method, path, body, status) => {
    const response = await request(path, {
      method,
      headers: { ...withKey, 'content-type': 'application/json' },
      body: body ?? null,
    })
    expect(response.status).toBe(status)
    const text = await response.text()
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect(text).not.toMatch(/\bselect\b|node_modules|\bat .*:\d+/i)
  })
})
