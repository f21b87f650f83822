import { describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, undone, visitor } from './database-users.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)

interface Row {
  id: number
  slug: string
  posted_at: string
  list_rank: number
  status: string | null
}

interface ListQuery {
  search?: string | undefined
  only_status?: string | undefined
  page_size?: number | undefined
}

async function readPage(table: string, query: ListQuery, last?: Row): Promise<{ rows: Row[]; more: boolean }> {
  const { search = null, only_status = null, page_size = null } = query
  return as(sql, visitor, async (by) => {
    const [row] = await by`select list_notices(${table}, ${search}, ${only_status},
      ${last?.posted_at ?? null}::text::timestamptz, ${last?.id ?? null}, ${page_size}, ${last?.list_rank ?? null}) as page`
    return row?.['page']
  })
}

/** Reads all pages, each starting after the last row of the one before. */
async function readAll(table: string, query: ListQuery, between?: (page: number) => Promise<unknown>): Promise<Row[]> {
  const received: Row[] = []
  for (let page = 1; ; page++) {
    const { rows, more } = await readPage(table, query, received.at(-1))
    received.push(...rows)
    if (!more) return received
    expect(rows).toHaveLength(query.page_size ?? 25)
    await between?.(page)
  }
}

const idsOf = (rows: readonly { id: number | string }[]) => rows.map(({ id }) => Number(id))

/**
 * 130 public rows, many with the same time, some a microsecond apart, and hidden rows between them; eight are featured,
 * some of these and five others have a display order.
 */
for (const { table } of CONTENT_KINDS) {
  await sql`
    insert into ${sql(table)} (title, slug, status, is_featured, display_order, created_at)
    select case when number % 3 = 0 then 'Railway ' else 'Bank ' end || number, 'notice-' || number,
           case when number % 10 = 0 then 'inactive' when number % 7 = 0 then 'Start' when number % 11 = 0 then null else 'active' end,
           case when number % 20 = 1 then true when number % 2 = 0 then false end,
           case when number > 60 and number % 20 in (1, 2) then number % 7 end,
           timestamptz '2026-11-20 10:00Z' + (number % 5) * interval '1 hour' + (number % 2) * interval '1 microsecond'
      from generate_series(1, 144) as number`
}

/** The order of lists, written with the columns that admins edit. */
const inOrder = sql`order by is_featured is true desc, display_order asc nulls last, posted_at desc, id desc`

describe('list_notices returns each row once over all pages, featured ones first, then by display order, then the newest', () => {
  const queries: [what: string, query: ListQuery, where: string][] = [
    ['all rows', {}, 'true'],
    ['one row per page', { page_size: 1 }, 'true'],
    ['seven rows per page', { page_size: 7 }, 'true'],
    ['a last page that is full', { page_size: 65 }, 'true'],
    ['rows with one status', { only_status: 'Start', page_size: 4 }, `status = 'Start'`],
    ['rows found by a search', { search: 'RAILWAY', page_size: 5 }, `title like 'Railway%'`],
    [
      'rows found by a search with one status',
      { search: 'bank', only_status: 'active', page_size: 9 },
      `title like 'Bank%' and status = 'active'`,
    ],
  ]
  test.each(
    CONTENT_KINDS.flatMap(({ table }) => queries.map(([what, query, where]) => ({ table, what, query, where }))),
  )('list_notices pages through $table without gap or repetition: $what', async ({ table, query, where }) => {
    const expected = await sql<{ id: string }[]>`select id from ${sql(table)}
        where status is distinct from 'inactive' and ${sql.unsafe(where)} ${inOrder}`
    expect(expected.length).toBeGreaterThan(10)
    expect(idsOf(await readAll(table, query))).toEqual(idsOf(expected))
  })
})

const staff = client()
await staff.auth.signInWithPassword(admin)

test.each([
  ['a visitor', client()],
  ['staff', staff],
])('list_notices returns all pages to %s over HTTP', async (_who, reader) => {
  const received: Row[] = []
  for (let more = true; more;) {
    const last = received.at(-1)
    const { data } = await reader.rpc('list_notices', {
      content_table: 'jobs',
      page_size: 20,
      after_posted_at: last?.posted_at ?? null,
      after_id: last?.id ?? null,
      after_rank: last?.list_rank ?? null,
    })
    received.push(...data.rows)
    more = data.more
  }
  expect(idsOf(received)).toEqual(idsOf(await readAll('jobs', {})))
})

test('list_notices returns every other row once while rows are added and deleted between pages', async () => {
  const before = idsOf(await readAll('jobs', {}))
  const received = await readAll('jobs', { page_size: 20 }, async (page) => {
    await sql`insert into jobs (title, slug) values ('Newer', ${`newer-${page}`})`
    await sql`delete from jobs where id = ${before[page * 20 - 1] ?? 0}`
  })
  expect(idsOf(received)).toEqual(before)
})

test('a position without a place is one among the notices that are ordered by time alone', async () => {
  const plain = await sql<{ id: string; posted_at: string }[]>`select id, posted_at::text from jobs
    where status is distinct from 'inactive' and is_featured is not true and display_order is null ${inOrder}`
  const fifth = plain[4]
  const [row] = await as(
    sql,
    visitor,
    (by) => by`select list_notices('jobs', after_posted_at => ${fifth?.posted_at ?? ''}::text::timestamptz,
      after_id => ${fifth?.id ?? 0}, page_size => 3) as page`,
  )
  expect(idsOf(row?.['page'].rows)).toEqual(idsOf(plain.slice(5, 8)))
})

test.each([
  ['a notice that is featured', { is_featured: true }, [5, 3]],
  ['a notice that gets the lowest display order', { display_order: 0 }, [8, 5]],
])('%s moves up in its list and in searches of it, and open pages learn of it', async (_what, change, expected) => {
  await undone(sql, async (by) => {
    const [row] = await by`update results set ${by(change)} where slug = 'notice-143' returning id`
    const positions: number[] = []
    for (const search of [null, 'bank']) {
      const [found] = await by`select list_notices('results', ${search}, page_size => 100) as page`
      positions.push(idsOf(found?.['page'].rows).indexOf(Number(row?.['id'])))
    }
    expect(positions).toEqual(expected)
    const changes = await by`select kind from outbox.changes where transaction_id = pg_current_xact_id()`
    expect(changes).toEqual([{ kind: 'UPDATE' }])
  })
})

describe('a page of list_notices', () => {
  test.each([
    [null, 25],
    [0, 1],
    [-5, 1],
    [17, 17],
    [100, 100],
    [1_000_000, 100],
  ])('list_notices with page size %j returns %i rows', async (page_size, rows) => {
    const page = await readPage('results', { page_size: page_size ?? undefined })
    expect([page.rows.length, page.more]).toEqual([rows, true])
  })

  test('list_notices returns an empty page when nothing matches', async () => {
    expect(await readPage('documents', { search: 'nothing like it' })).toEqual({
      rows: [],
      more: false,
      closeMatches: [],
    })
  })

  test('list_notices returns no hidden rows, even when the hidden status is requested', async () => {
    expect(await readPage('results', { only_status: 'inactive' })).toEqual({ rows: [], more: false, closeMatches: [] })
  })

  test.each(['profiles', 'pg_class', 'jobs; drop table jobs', 'public.jobs', ''])(
    'list_notices rejects the table %j',
    async (table) => {
      await expect(readPage(table, {})).rejects.toMatchObject({ code: '22023' })
    },
  )

  const shared = ['id', 'slug', 'title', 'status', 'created_at', 'posted_at', 'list_rank']
  test.each([
    ['jobs', ['apply_end_date']],
    ['results', ['result_date']],
    ['admit_cards', ['exam_date']],
    ['answer_keys', []],
    ['admissions', ['apply_end_date']],
    ['documents', ['document_type', 'document_url', 'description']],
    ['syllabus', ['exam_name', 'subject']],
  ])('list_notices returns the fields of a card for %s', async (table, fields) => {
    const { rows } = await readPage(table, { page_size: 1 })
    expect(Object.keys(rows[0] ?? {})).toEqual([...shared, ...fields])
  })
})
