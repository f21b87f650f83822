import { describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, visitor } from './people.ts'
import { admin, runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database
const { client } = await runBackend(database)

interface Row {
  id: number
  slug: string
  posted_at: string
  status: string | null
}

interface Question {
  search?: string | undefined
  only_status?: string | undefined
  page_size?: number | undefined
}

async function readPage(table: string, question: Question, last?: Row): Promise<{ rows: Row[]; more: boolean }> {
  const { search = null, only_status = null, page_size = null } = question
  return as(sql, visitor, async (by) => {
    const [row] = await by`select list_notices(${table}, ${search}, ${only_status},
      ${last?.posted_at ?? null}::text::timestamptz, ${last?.id ?? null}, ${page_size}) as page`
    return row?.['page']
  })
}

/** Page after page to the end, each starting after the last row of the one before. */
async function readAll(
  table: string,
  question: Question,
  between?: (page: number) => Promise<unknown>,
): Promise<Row[]> {
  const seen: Row[] = []
  for (let page = 1; ; page++) {
    const { rows, more } = await readPage(table, question, seen.at(-1))
    seen.push(...rows)
    if (!more) return seen
    expect(rows).toHaveLength(question.page_size ?? 25)
    await between?.(page)
  }
}

const idsOf = (rows: readonly { id: number | string }[]) => rows.map(({ id }) => Number(id))

/** 130 public rows of which many share a time, some differ by a microsecond, and one in ten is hidden. */
for (const { table } of CONTENT_KINDS) {
  await sql`
    insert into ${sql(table)} (title, slug, status, created_at)
    select case when number % 3 = 0 then 'Railway ' else 'Bank ' end || number, 'notice-' || number,
           case when number % 10 = 0 then 'inactive' when number % 7 = 0 then 'Start' when number % 11 = 0 then null else 'active' end,
           timestamptz '2026-11-20 10:00Z' + (number % 5) * interval '1 hour' + (number % 2) * interval '1 microsecond'
      from generate_series(1, 144) as number`
}

describe('page after page visits each row once, newest first', () => {
  const questions: [what: string, question: Question, where: string][] = [
    ['of everything', {}, 'true'],
    ['one by one', { page_size: 1 }, 'true'],
    ['seven by seven', { page_size: 7 }, 'true'],
    ['with a last page that is full', { page_size: 65 }, 'true'],
    ['of a status', { only_status: 'Start', page_size: 4 }, `status = 'Start'`],
    ['of a search', { search: 'RAILWAY', page_size: 5 }, `title like 'Railway%'`],
    [
      'of a search and a status',
      { search: 'bank', only_status: 'active', page_size: 9 },
      `title like 'Bank%' and status = 'active'`,
    ],
  ]
  test.each(
    CONTENT_KINDS.flatMap(({ table }) =>
      questions.map(([what, question, where]) => ({ table, what, question, where })),
    ),
  )('$table, $what', async ({ table, question, where }) => {
    const expected = await sql<{ id: string }[]>`select id from ${sql(table)}
        where status is distinct from 'inactive' and ${sql.unsafe(where)} order by posted_at desc, id desc`
    expect(expected.length).toBeGreaterThan(10)
    expect(idsOf(await readAll(table, question))).toEqual(idsOf(expected))
  })
})

const staff = client()
await staff.auth.signInWithPassword(admin)

test.each([
  ['a visitor', client()],
  ['staff', staff],
])('%s turns the pages over HTTP', async (_who, reader) => {
  const seen: Row[] = []
  for (let more = true; more;) {
    const last = seen.at(-1)
    const { data } = await reader.rpc('list_notices', {
      content_table: 'jobs',
      page_size: 20,
      after_posted_at: last?.posted_at ?? null,
      after_id: last?.id ?? null,
    })
    seen.push(...data.rows)
    more = data.more
  }
  expect(idsOf(seen)).toEqual(idsOf(await readAll('jobs', {})))
})

test('rows that come and go meanwhile move no other row', async () => {
  const before = idsOf(await readAll('jobs', {}))
  const seen = await readAll('jobs', { page_size: 20 }, async (page) => {
    await sql`insert into jobs (title, slug) values ('Newer', ${`newer-${page}`})`
    await sql`delete from jobs where id = ${before[page * 20 - 1] ?? 0}`
  })
  expect(idsOf(seen)).toEqual(before)
})

describe('a page', () => {
  test.each([
    [null, 25],
    [0, 1],
    [-5, 1],
    [17, 17],
    [100, 100],
    [1_000_000, 100],
  ])('of size %j has %i rows', async (page_size, rows) => {
    const page = await readPage('results', { page_size: page_size ?? undefined })
    expect([page.rows.length, page.more]).toEqual([rows, true])
  })

  test('of a kind that has nothing is empty', async () => {
    expect(await readPage('documents', { search: 'nothing like it' })).toEqual({ rows: [], more: false })
  })

  test('of a hidden status is empty, even for those who ask for it', async () => {
    expect(await readPage('results', { only_status: 'inactive' })).toEqual({ rows: [], more: false })
  })

  test.each(['profiles', 'pg_class', 'jobs; drop table jobs', 'public.jobs', ''])(
    'of the table %j is refused',
    async (table) => {
      await expect(readPage(table, {})).rejects.toMatchObject({ code: '22023' })
    },
  )

  const shared = ['id', 'slug', 'title', 'status', 'created_at', 'posted_at']
  test.each([
    ['jobs', ['apply_end_date']],
    ['results', ['result_date']],
    ['admit_cards', ['exam_date']],
    ['answer_keys', []],
    ['admissions', ['apply_end_date']],
    ['documents', ['document_type', 'document_url', 'description']],
    ['syllabus', ['exam_name', 'subject']],
  ])('of %s has the fields of a card', async (table, fields) => {
    const { rows } = await readPage(table, { page_size: 1 })
    expect(Object.keys(rows[0] ?? {})).toEqual([...shared, ...fields])
  })
})
