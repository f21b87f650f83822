import { describe, expect, test } from 'vitest'
import { ADMIN_TABS } from '#domain/admin/tabs.ts'
import { CONTENT_TABLES as contentTables } from '#domain/content/registry.ts'
import { as, server, signIn, visitor, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const staff = await signIn(sql, 'admin')
const signedOut = await signIn(sql, 'admin')
await sql`delete from auth.sessions where id = ${signedOut.claims.session_id ?? ''}`

const allTables = ADMIN_TABS.map(({ table }) => table)

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

interface SearchParameters {
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

const search = (parameters: SearchParameters) => call<Row[]>(staff, 'admin_search', parameters)
const count = async (parameters: Partial<SearchParameters>) =>
  Number(await call<string>(staff, 'admin_count', parameters))

describe('admin lists are only for staff', () => {
  const outsiders: [string, Person][] = [
    ['a visitor', visitor],
    ['an admin who has signed out', signedOut],
    ['the server, which reads the tables instead', server],
  ]
  for (const [name, ...parameters] of [
    ['admin_counts', {}],
    ['admin_count', { table_name: 'jobs' }],
    ['admin_search', { table_name: 'jobs', search: 'a' }],
  ] as const) {
    test.each(outsiders)(`${name}: access is denied to %s`, async (_who, person) => {
      await expect(call(person, name, parameters[0])).rejects.toMatchObject({ code: '42501' })
    })
    test(`${name}: access is denied to a signed-in user who is not staff`, async () => {
      const user = await signIn(sql, 'user')
      await expect(call(user, name, parameters[0])).rejects.toMatchObject({ code: '42501' })
    })
  }
})

describe('admin counts', () => {
  test('admin_counts counts all rows of every table, hidden ones included', async () => {
    const counts = await call<Record<string, number>>(staff, 'admin_counts')
    expect(Object.keys(counts).sort()).toEqual([...allTables].sort())
    for (const table of allTables) {
      const [row] = await sql`select count(*)::int as rows from ${sql(table)}`
      expect({ [table]: counts[table] }).toEqual({ [table]: row?.['rows'] })
    }
  })

  test.each([
    ['all rows', {}, 40],
    ['rows with one status', { only_status: 'active' }, 28],
    ['hidden rows', { only_status: 'inactive' }, 8],
    ['rows without a status', { only_status: '' }, 4],
    ['rows that contain a text', { search: 'even' }, 20],
    ['rows that contain a text and have a status', { search: 'EVEN', only_status: 'inactive' }, 4],
    ['rows by the name of their organization', { search: '100%' }, 10],
    ['rows by the name of a hidden organization', { search: 'hidden_b' }, 3],
    ['no rows for a text that does not occur', { search: 'nowhere' }, 0],
  ])('admin_count counts %s', async (_what, parameters, expected) => {
    const counts = await Promise.all(contentTables.map((table) => count({ table_name: table, ...parameters })))
    expect(counts).toEqual(contentTables.map(() => expected))
  })

  test('admin_count counts active and inactive organizations, and categories and recruitments by name', async () => {
    expect(await count({ table_name: 'organizations', only_status: 'active' })).toBe(1)
    expect(await count({ table_name: 'organizations', only_status: 'inactive' })).toBe(1)
    expect(await count({ table_name: 'categories', search: 'bel' })).toBe(1)
    expect(await count({ table_name: 'recruitments', search: 'hidden' })).toBe(2)
  })
})

describe('admin_search treats the search text as plain text', () => {
  test.each(['%', '_', '\\', '(title) "', "'", 'a,b', '*', '.', '100%', "'; drop table jobs; --", '$1', '%1$s'])(
    'admin_search finds exactly the rows that contain %j',
    async (text) => {
      const all = await sql<{ title: string; name: string | null }[]>`
        select title, organizations.name from jobs left join organizations on organizations.id = organization_id`
      const matching = all.filter(({ title, name }) => title.includes(text) || name?.includes(text))
      expect(await search({ table_name: 'jobs', search: text, page_size: 100 })).toHaveLength(matching.length)
      expect(await count({ table_name: 'jobs', search: text })).toBe(matching.length)
    },
  )

  test('admin_search rejects a text of more than 1,000 characters or 40 different words', async () => {
    const words = (number: number) => Array.from({ length: number }, (_, index) => `w${index}`).join(' ')
    expect(await search({ table_name: 'jobs', search: words(40) })).toEqual([])
    for (const text of ['a'.repeat(1001), words(41)])
      await expect(search({ table_name: 'jobs', search: text })).rejects.toMatchObject({ code: '22023' })
  })
})

describe('admin_search finds the words of a text', () => {
  test('in any order, and in the title or in the name of the organization', async () => {
    const titles = async (text: string) =>
      (await search({ table_name: 'jobs', search: text, page_size: 100 })).map(({ title }) => title)
    expect(await titles('12 even')).toEqual(['Even, (title) "12'])
    expect(await titles('  EVEN 16 board  ')).toEqual(['Even, (title) "16'])
    expect(await titles('even odd')).toEqual([])
    expect(await titles('6 even'), 'a short word begins a word').toEqual(['Even, (title) "6'])
    expect(await titles('dd')).toEqual([])
    expect(await titles(' ')).toHaveLength(40)
    expect(await titles('board EVEN 16 '.repeat(50)), 'a word is looked for once').toEqual(['Even, (title) "16'])
    expect(await count({ table_name: 'recruitments', search: '100% 4' })).toBe(1)
    expect(await count({ table_name: 'organizations', search: 'board 100%' })).toBe(1)
    expect(await count({ table_name: 'organizations', search: 'board hidden_' })).toBe(1)
  })

  test.each([...contentTables, 'organizations', 'recruitments'])(
    'however keyboards write the letters of a title of %s',
    async (table) => {
      const heading = table === 'organizations' ? 'name' : 'title'
      const [composed, separate] = ['बड\u093Cौदा', 'ब\u095Cौदा']
      for (const stored of [composed, separate]) {
        await as(sql, staff, async (by) => {
          await by`insert into ${by(table)} ${by({ [heading]: `${stored} बैंक`, slug: `baroda-${stored.length}` })}`
          for (const typed of [composed, separate, `बैंक ${separate}`]) {
            const [row] = await by`select admin_count(${table}, ${typed}) as found`
            expect([stored, typed, Number(row?.['found'])]).toEqual([stored, typed, 1])
          }
          await by`delete from ${by(table)} where slug = ${`baroda-${stored.length}`}`
        })
      }
    },
  )
})

describe('pages of admin_search', () => {
  test.each([
    ['jobs', undefined, true],
    ['jobs', 'title', false],
    ['jobs', 'apply_end_date', true],
    ['jobs', 'apply_end_date', false],
    ['jobs', 'status', false],
    ['results', 'updated_at', true],
    ['recruitments', undefined, true],
    ['recruitments', 'title', false],
  ] as const)(
    'admin_search: pages of %s by %s, descending %s, joined are the whole list',
    async (table_name, sort, descending) => {
      const parameters = {
        table_name,
        search: table_name === 'recruitments' ? 'rec' : 'o',
        descending,
        ...(sort && { sort }),
      }
      const whole = await search({ ...parameters, page_size: 100 })
      const joined: Row[] = []
      for (let page = await search({ ...parameters, page_size: 3 }); page.length > 0;) {
        joined.push(...page)
        const last = page.at(-1)
        const after = last?.[sort ?? (table_name === 'recruitments' ? 'created_at' : 'posted_at')]
        page = await search({
          ...parameters,
          page_size: 3,
          after_id: Number(last?.id),
          after_value: (after ?? null) as string | null,
        })
      }
      expect(whole.length).toBeGreaterThan(5)
      expect(joined.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    },
  )

  test('admin_search returns rows in the order in which PostgREST returns them', async () => {
    const found = await search({ table_name: 'jobs', search: 'o', sort: 'apply_end_date', page_size: 100 })
    const rows = await sql`select id from jobs order by apply_end_date desc nulls last, id desc`
    const ids = new Set(found.map(({ id }) => String(id)))
    expect(found.map(({ id }) => String(id))).toEqual(rows.map(({ id }) => String(id)).filter((id) => ids.has(id)))
  })

  test('admin_search returns the names of the rows that a row refers to', async () => {
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

describe('admin_search rejects unknown tables and columns', () => {
  test.each([
    ['an unknown table', { table_name: 'profiles' }],
    ['a table of another schema', { table_name: 'auth.users' }],
    ['an unknown column', { table_name: 'jobs', sort: 'nothing' }],
    ['a system column', { table_name: 'jobs', sort: 'ctid' }],
    ['a column name that contains a statement', { table_name: 'jobs', sort: 'id; drop table jobs' }],
  ])('admin_search rejects %s', async (_what, parameters) => {
    await expect(search({ search: 'a', ...parameters })).rejects.toMatchObject({ code: '22023' })
  })

  test('admin_search rejects a page position whose value is not of the type of the column', async () => {
    const parameters = { table_name: 'jobs', search: 'a', after_value: 'yesterday, perhaps', after_id: 1 }
    await expect(search(parameters)).rejects.toMatchObject({ code: '22007' })
  })
})
