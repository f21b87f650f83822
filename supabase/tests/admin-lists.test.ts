import { describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, server, signIn, visitor, type Person } from './people.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const staff = await signIn(sql, 'admin')
const signedOut = await signIn(sql, 'admin')
await sql`delete from auth.sessions where id = ${signedOut.claims.session_id ?? ''}`

const contentTables = CONTENT_KINDS.map(({ table }) => table)
const allTables = [...contentTables, 'organizations', 'categories', 'recruitments']

await sql`insert into organizations (name, slug, is_active) values ('Board 100%', 'board', true), ('Hidden_Board', 'hidden', false)`
await sql`insert into categories (name, slug, parent_id) values ('Above', 'above', null), ('Below', 'below', 1)`
await sql`insert into recruitments (title, slug, organization_id) select 'Recruitment ' || n, 'r-' || n, n % 3 / 2 + 1 from generate_series(1, 7) as n`
for (const table of contentTables) {
  await sql`insert into ${sql(table)} (title, slug, status, post_time, organization_id)
    select case when n % 2 = 0 then 'Even, (title) "' || n else 'Odd \\ ' || n end, 'notice-' || n,
           case when n % 5 = 0 then 'inactive' when n % 7 = 0 then null else 'active' end,
           to_char(date '2026-01-01' + n / 3, 'YYYY-MM-DD'), case when n % 4 = 0 then 1 when n % 9 = 0 then 2 end
      from generate_series(1, 40) as n`
}
await sql`update results set category_id = 2, recruitment_id = 7`
await sql`update jobs set apply_end_date = case when id % 3 = 0 then null else date '2026-01-01' + (id % 5)::int end`

type Row = Record<string, unknown> & { id: string | number }

interface Ask {
  table_name: string
  search: string
  only_status?: string
  sort?: string
  descending?: boolean
  after_value?: string | null
  after_id?: number
  page_size?: number
}

async function call<T>(person: Person, name: string, parameters: object = {}): Promise<T> {
  const entries = Object.entries(parameters)
  const list = entries.map(([key], index) => `${key} => $${index + 1}`).join(', ')
  const values = entries.map(([, value]) => value as string)
  const [row] = await as(sql, person, (by) => by.unsafe(`select ${name}(${list}) as found`, values))
  return row?.['found'] as T
}

const search = (ask: Ask) => call<Row[]>(staff, 'admin_search', ask)
const count = async (ask: Partial<Ask>) => Number(await call<string>(staff, 'admin_count', ask))

describe('only staff may ask', () => {
  const outsiders: [string, Person][] = [
    ['a visitor', visitor],
    ['staff that has signed out', signedOut],
    ['the server, which asks the tables', server],
  ]
  for (const [name, ...parameters] of [
    ['admin_counts', {}],
    ['admin_count', { table_name: 'jobs' }],
    ['admin_search', { table_name: 'jobs', search: 'a' }],
  ] as const) {
    test.each(outsiders)(`${name}: %s is refused`, async (_who, person) => {
      await expect(call(person, name, parameters[0])).rejects.toMatchObject({ code: '42501' })
    })
    test(`${name}: a signed-in person who is not staff is refused`, async () => {
      const somebody = await signIn(sql, 'user')
      await expect(call(somebody, name, parameters[0])).rejects.toMatchObject({ code: '42501' })
    })
  }
})

describe('counts', () => {
  test('of every table are those of its rows, hidden ones included', async () => {
    const counts = await call<Record<string, number>>(staff, 'admin_counts')
    expect(Object.keys(counts).sort()).toEqual([...allTables].sort())
    for (const table of allTables) {
      const [row] = await sql`select count(*)::int as rows from ${sql(table)}`
      expect({ [table]: counts[table] }).toEqual({ [table]: row?.['rows'] })
    }
  })

  test.each([
    ['all', {}, 40],
    ['one status', { only_status: 'active' }, 28],
    ['hidden ones', { only_status: 'inactive' }, 8],
    ['no status', { only_status: '' }, 4],
    ['a text', { search: 'even' }, 20],
    ['a text and a status', { search: 'EVEN', only_status: 'inactive' }, 4],
    ['the name of an organization', { search: '100%' }, 10],
    ['the name of one that is hidden', { search: 'hidden_b' }, 3],
    ['nothing', { search: 'nowhere' }, 0],
  ])('of %s', async (_what, ask, expected) => {
    const counts = await Promise.all(contentTables.map((table) => count({ table_name: table, ...ask })))
    expect(counts).toEqual(contentTables.map(() => expected))
  })

  test('of what is active', async () => {
    expect(await count({ table_name: 'organizations', only_status: 'active' })).toBe(1)
    expect(await count({ table_name: 'organizations', only_status: 'inactive' })).toBe(1)
    expect(await count({ table_name: 'categories', search: 'bel' })).toBe(1)
    expect(await count({ table_name: 'recruitments', search: 'hidden' })).toBe(2)
  })
})

describe('a text is data', () => {
  test.each(['%', '_', '\\', '(title) "', "'", 'a,b', '*', '.', '100%', "'; drop table jobs; --", '$1', '%1$s'])(
    '%s',
    async (text) => {
      const all = await sql<{ title: string; name: string | null }[]>`
        select title, organizations.name from jobs left join organizations on organizations.id = organization_id`
      const matching = all.filter(({ title, name }) => title.includes(text) || name?.includes(text))
      expect(await search({ table_name: 'jobs', search: text, page_size: 100 })).toHaveLength(matching.length)
      expect(await count({ table_name: 'jobs', search: text })).toBe(matching.length)
    },
  )

  test('that is too long is refused', async () => {
    await expect(search({ table_name: 'jobs', search: 'a'.repeat(1001) })).rejects.toMatchObject({ code: '22023' })
  })
})

describe('pages', () => {
  test.each([
    ['jobs', undefined, true],
    ['jobs', 'title', false],
    ['jobs', 'apply_end_date', true],
    ['jobs', 'apply_end_date', false],
    ['jobs', 'status', false],
    ['results', 'updated_at', true],
    ['recruitments', undefined, true],
    ['recruitments', 'title', false],
  ] as const)('of %s by %s, descending %s, join to the whole list', async (table_name, sort, descending) => {
    const ask = { table_name, search: table_name === 'recruitments' ? 'rec' : 'o', descending, ...(sort && { sort }) }
    const whole = await search({ ...ask, page_size: 100 })
    const joined: Row[] = []
    for (let page = await search({ ...ask, page_size: 3 }); page.length > 0;) {
      joined.push(...page)
      const last = page.at(-1)
      const after = last?.[sort ?? (table_name === 'recruitments' ? 'created_at' : 'posted_at')]
      page = await search({
        ...ask,
        page_size: 3,
        after_id: Number(last?.id),
        after_value: (after ?? null) as string | null,
      })
    }
    expect(whole.length).toBeGreaterThan(5)
    expect(joined.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  })

  test('are in the order of the table interface', async () => {
    const found = await search({ table_name: 'jobs', search: 'o', sort: 'apply_end_date', page_size: 100 })
    const rows = await sql`select id from jobs order by apply_end_date desc nulls last, id desc`
    const ids = new Set(found.map(({ id }) => String(id)))
    expect(found.map(({ id }) => String(id))).toEqual(rows.map(({ id }) => String(id)).filter((id) => ids.has(id)))
  })

  test('carry the names of what they refer to', async () => {
    const [notice] = await search({ table_name: 'results', search: '100%' })
    expect(notice).toMatchObject({
      organizations: { name: 'Board 100%' },
      categories: { name: 'Below' },
      recruitments: { title: 'Recruitment 7' },
    })
    const [recruitment] = await search({ table_name: 'recruitments', search: 'recruitment 5' })
    expect(recruitment).toMatchObject({ organizations: { name: 'Hidden_Board' } })
    const [category] = await search({ table_name: 'categories', search: 'below' })
    expect(category).toMatchObject({ parent: { name: 'Above' } })
  })
})

describe('what does not exist is refused', () => {
  test.each([
    ['a table', { table_name: 'profiles' }],
    ['a table of another schema', { table_name: 'auth.users' }],
    ['a column', { table_name: 'jobs', sort: 'nothing' }],
    ['a column of the system', { table_name: 'jobs', sort: 'ctid' }],
    ['a column with a statement in it', { table_name: 'jobs', sort: 'id; drop table jobs' }],
  ])('%s', async (_what, ask) => {
    await expect(search({ search: 'a', ...ask })).rejects.toMatchObject({ code: '22023' })
  })

  test('a value of another type', async () => {
    const ask = { table_name: 'jobs', search: 'a', after_value: 'yesterday, perhaps', after_id: 1 }
    await expect(search(ask)).rejects.toMatchObject({ code: '22007' })
  })
})
