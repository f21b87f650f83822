import { describe, expect, test } from 'vitest'
import { admin, runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
await sql`insert into organizations (name, slug) values ('Commission', 'commission')`
await sql`insert into categories (name, slug) values ('Railways', 'railways')`
await sql`insert into recruitments (title, slug, organization_id) select 'Clerks', 'clerks', id from organizations`
await sql`insert into jobs (title, slug, status, organization_id, category_id, recruitment_id)
  select 'Clerk', 'clerk', 'active', organizations.id, categories.id, recruitments.id
    from organizations, categories, recruitments`
// Quotes take two bytes each in JSON: these rows are about 1.2 MB in the database's format and 2.4 MB as JSON.
await sql`insert into results (title, slug, status, meta_description)
  select 'Result', 'result-' || number, 'active', repeat('"', 2000) from generate_series(1, 600) as number`

const { url, client } = await runBackend(database)
const staff = client()
const { data: signedIn } = await staff.auth.signInWithPassword(admin)

const asVisitor = { apikey: keys.publishableKey }
const asStaff = { ...asVisitor, authorization: `Bearer ${signedIn.session?.access_token}` }
const read = (query: string, headers: Record<string, string> = asVisitor) =>
  fetch(`${url}/rest/v1/${query}`, { headers })

describe('visitors embed only the one row that a row refers to', () => {
  test.each([
    ['the many rows of a table that refers to it', 'organizations?select=id,jobs(*)'],
    ['the same, renamed', 'organizations?select=many:jobs(id)'],
    ['the same, by the name of the foreign key', 'organizations?select=jobs!jobs_organization_id_fkey(id)'],
    ['the same, as a condition', 'organizations?select=id,jobs!inner(id)'],
    ['the same, spread', 'organizations?select=id,...jobs(id)'],
    ['the same, in quotes', 'organizations?select=id,"jobs"(id)'],
    ['the same, with spaces', 'organizations?select=id, jobs (id)'],
    ['the same, inside of one row', 'jobs?select=organizations(jobs(id))'],
    ['the same, four times', `jobs?select=${[0, 1, 2, 3].map((n) => `a${n}:organizations(jobs(id))`).join()}`],
    ['rows beyond a third table', 'recruitments?select=categories!jobs(name)'],
    ['branches of a tree', 'categories?select=id,categories(id)'],
    ['counted rows', 'organizations?select=jobs(count)'],
    ['a second selection', 'jobs?select=id&select=organizations(jobs(id))'],
    ['rows that a function returns', 'rpc/home_board?select=jobs(id)'],
  ])('an address that asks for %s is rejected', async (_what, query) => {
    const response = await read(query)
    const body = await response.json()
    expect([response.status, Object.keys(body).sort()]).toEqual([400, ['code', 'details', 'hint', 'message']])
    expect(body.code).toBe('PT400')
  })

  test.each([
    ['jobs', 'organizations'],
    ['jobs', 'categories'],
    ['jobs', 'recruitments'],
  ])('a row of %s is read with its row of %s', async (table, related) => {
    const [row] = await (await read(`${table}?select=id,${related}(slug)`)).json()
    expect(row[related]).toEqual({ slug: expect.any(String) })
  })

  test.each([
    ['renamed', 'jobs?select=by:organizations(slug)', { by: { slug: 'commission' } }],
    ['by its column', 'jobs?select=by:organizations!organization_id(slug)', { by: { slug: 'commission' } }],
    ['as a condition', 'jobs?select=organizations!inner(slug)', { organizations: { slug: 'commission' } }],
    [
      'with the row that it refers to',
      'jobs?select=recruitments(slug,organizations!recruitments_organization_id_fkey(slug))',
      { recruitments: { slug: 'clerks', organizations: { slug: 'commission' } } },
    ],
  ])('the one row is also read %s', async (_how, query, expected) => {
    expect(await (await read(query)).json()).toEqual([expected])
  })

  test('admins and the server embed many rows', async () => {
    for (const headers of [asStaff, { apikey: keys.secretKey }]) {
      const response = await read('organizations?select=slug,jobs(slug)', headers)
      expect(await response.json()).toEqual([{ slug: 'commission', jobs: [{ slug: 'clerk' }] }])
    }
  })
})

describe('selections of visitors are limited', () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, number) => `a${number}:title`).join()

  test('a selection has at most 4 aliases', async () => {
    expect((await read(`jobs?select=${aliases(4)}`)).status).toBe(200)
    expect((await read(`jobs?select=${aliases(5)}`)).status).toBe(400)
    expect((await read(`jobs?select="a\\":title,${aliases(5)}`)).status, 'after a quote that looks escaped').toBe(400)
    expect((await read(`jobs?select=organizations(${aliases(5).replaceAll('title', 'slug')})`)).status).toBe(400)
    expect((await read(`jobs?select=${aliases(5)}`, asStaff)).status).toBe(200)
  })

  test('casts are no aliases', async () => {
    const columns = ['id', 'title', 'slug', 'status', 'created_at', 'updated_at']
    expect((await read(`jobs?select=${columns.map((name) => `${name}::text`).join()}`)).status).toBe(200)
  })
})

describe('answers to visitors have at most 2 MB', () => {
  test('a larger answer is 413, and fewer rows or columns are 200', async () => {
    const response = await read('results?select=*')
    expect([response.status, await response.json()]).toEqual([
      413,
      { code: 'PT413', details: null, hint: null, message: expect.stringContaining('too large') },
    ])
    expect(await (await read('results?select=*&limit=300')).json()).toHaveLength(300)
    expect(await (await read('results?select=slug')).json()).toHaveLength(600)
  })

  test('rows that are only counted may be larger', async () => {
    const { status, count } = await client().from('results').select('*', { count: 'exact', head: true })
    expect([status, count]).toEqual([200, 600])
    expect((await client().from('results').select('nothing', { count: 'exact', head: true })).status).toBe(400)
  })

  test('an admin gets the larger answer', async () => {
    expect(await (await read('results?select=*', asStaff)).json()).toHaveLength(600)
  })

  test('a result is not read to its end when it is larger', async () => {
    await sql`insert into syllabus (title, slug, status, content)
      select 'Syllabus', 'syllabus-' || number, 'active', repeat('x', 90000) from generate_series(1, 600) as number`
    // Each of the four results has 54 MB.
    const before = process.memoryUsage().arrayBuffers
    // From four addresses: reads of one address wait for each other, on a slow machine for too long.
    const clients = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']
    const responses = await Promise.all(
      clients.map((address) => read('syllabus?select=*', { ...asVisitor, 'x-client': address })),
    )
    expect(responses.map(({ status }) => status)).toEqual([413, 413, 413, 413])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
    // The connections that were dropped are replaced.
    expect((await read('syllabus?select=slug')).status).toBe(200)
  })
})
