import { beforeAll, describe, expect, test } from 'vitest'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { deleteOldRows } from '#backend/retention.ts'
import { fieldsOf } from '#domain/content/fields/registry.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, become, server, signIn, undone, visitor, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql, url } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')
const reader = await signIn(sql, null)

const source = 'https://ssc.example/notice.pdf'

beforeAll(async () => {
  await sql`insert into recruitments (title, slug) values ('CGL', 'cgl')`
  await sql`insert into jobs (title, slug, apply_end_date, fee_general, total_posts, apply_link, notification_link, recruitment_id)
    values ('CGL form', 'cgl', '2026-11-10', 100, 50, 'https://ssc.example/apply', ${source}, (select id from recruitments))`
})

type Sql = Parameters<Parameters<typeof undone>[1]>[0]

/** Lets the corrections so far be older than those that are still merged. */
const settle = (by: Sql) => by`update corrections set corrected_at = corrected_at - interval '11 minutes'`
const recorded = async (by: Sql) =>
  Array.from(
    await by`select content_table, field, old_value, new_value, source from corrections order by id`,
    ({ content_table: table, field, old_value: old, new_value: now }) => `${table} ${field}: ${old} > ${now}`,
  )

/** Makes changes in a transaction that is undone, and returns the corrections. */
const after = (...statements: string[]) =>
  undone(sql, async (by) => {
    for (const statement of statements) await (statement === 'settle' ? settle(by) : by.unsafe(statement))
    return recorded(by)
  })
const set = (values: string) => `update jobs set ${values} where slug = 'cgl'`

describe('corrections', () => {
  test('record the old and the new value of a date, a fee, the number of posts and a link, with the official source', async () => {
    const changed = set(
      `apply_end_date = '2026-11-17', fee_general = 150.5, total_posts = 60, apply_link = 'https://ssc.example/new'`,
    )
    expect(await after(changed)).toEqual([
      'jobs apply_end_date: 2026-11-10 > 2026-11-17',
      'jobs apply_link: https://ssc.example/apply > https://ssc.example/new',
      'jobs fee_general: 100.00 > 150.50',
      'jobs total_posts: 50 > 60',
    ])
    const sources = await undone(sql, async (by) => {
      await by.unsafe(changed)
      return by`select distinct source from corrections`
    })
    expect(sources).toEqual([{ source }])
  })

  test.each([
    ['a text', [set(`title = 'CGL online form', eligibility = 'Graduates'`)]],
    ['the place where a notice is shown', [set(`is_quick_link = true`), 'settle', set(`is_quick_link = false`)]],
    ['the same value again', [set(`apply_end_date = '2026-11-10', fee_general = 100.00`)]],
    ['a first value', [set(`exam_date = '2027-01-10', fee_female = 0`)]],
    ['a hidden notice', [set(`status = 'inactive'`), set(`apply_end_date = '2026-11-20'`), set(`status = 'active'`)]],
    ['a counted page view', [set('view_count = 7')]],
  ])('are not made by %s', async (_what, statements) => {
    expect(await after(...statements)).toEqual([])
  })

  test('a value that is withdrawn is a correction, and a new one is announced', async () => {
    expect(await after(set('apply_end_date = null'))).toEqual(['jobs apply_end_date: 2026-11-10 > null'])
    expect(await after(set('apply_end_date = null'), 'settle', set(`apply_end_date = '2026-12-01'`))).toEqual([
      'jobs apply_end_date: 2026-11-10 > null',
    ])
  })

  test('changes of one field within ten minutes are one correction, and the former value takes it back', async () => {
    const [first, second, former] = ['2026-11-17', '2026-11-24', '2026-11-10'].map((day) =>
      set(`apply_end_date = '${day}'`),
    ) as [string, string, string]
    expect(await after(first, second)).toEqual(['jobs apply_end_date: 2026-11-10 > 2026-11-24'])
    expect(await after(first, set('apply_end_date = null'), second)).toEqual([
      'jobs apply_end_date: 2026-11-10 > 2026-11-24',
    ])
    expect(await after(first, former)).toEqual([])
    expect(await after(first, 'settle', second)).toEqual([
      'jobs apply_end_date: 2026-11-10 > 2026-11-17',
      'jobs apply_end_date: 2026-11-17 > 2026-11-24',
    ])
    expect(await after(first, 'settle', former)).toEqual([
      'jobs apply_end_date: 2026-11-10 > 2026-11-17',
      'jobs apply_end_date: 2026-11-17 > 2026-11-10',
    ])
  })

  test('one statement corrects many notices', async () => {
    const found = await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, exam_date) select 'Job', 'job-' || number, '2027-01-01' from generate_series(1, 30) as number`
      await by`update jobs set exam_date = '2027-02-01' where exam_date is not null`
      return by`select record_id from corrections`
    })
    expect(found).toHaveLength(30)
  })

  test('are undone with the change, and deleted with the notice', async () => {
    await expect(
      sql.begin(async (by) => {
        await by.unsafe(set(`apply_end_date = '2026-11-17'`))
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await recorded(sql)).toEqual([])
    expect(await after(set(`apply_end_date = '2026-11-17'`), `delete from jobs where slug = 'cgl'`)).toEqual([])
  })

  test.each(CONTENT_KINDS)('are recorded for $table', async ({ table }) => {
    const link = Object.entries(fieldsOf(table)).find(([, { type }]) => type === 'link')?.[0]
    const field = link ?? 'further_link'
    const found = await undone(sql, async (by) => {
      if (!link) {
        await by`alter table ${by(table)} add column further_link text`
        await by`select content.register_kind(${table})`
      }
      await by`insert into ${by(table)} ${by({ title: 'A', slug: 'a', [field]: 'https://a.example' })}`
      await by`update ${by(table)} set ${by({ [field]: 'https://b.example' })} where slug = 'a'`
      return recorded(by)
    })
    expect(found).toEqual([`${table} ${field}: https://a.example > https://b.example`])
  })
})

describe('who may read and write corrections', () => {
  const corrected = <T>(person: Person, work: (by: Sql) => Promise<T>, status = 'active') =>
    undone(sql, async (by) => {
      await by.unsafe(set(`apply_end_date = '2026-11-17'`))
      await by.unsafe(set(`status = '${status}'`))
      await become(by, person)
      return work(by)
    })
  const count = async (by: Sql) => (await by`select from corrections`).count

  test.each([
    ['visitors', visitor, 1, 0],
    ['signed-in users', reader, 1, 0],
    ['admins', admin, 1, 1],
    ['the server', server, 1, 1],
  ])('%s read those of public notices', async (_who, person, ofPublic, ofHidden) => {
    expect(await corrected(person, count)).toBe(ofPublic)
    expect(await corrected(person, count, 'inactive')).toBe(ofHidden)
  })

  test.each([
    ['visitors', visitor],
    ['admins', admin],
    ['the server', server],
  ])('%s write none', async (_who, person) => {
    for (const statement of [
      `insert into corrections (content_table, record_id, field, new_value) values ('jobs', 1, 'exam_date', '2026-12-01')`,
      `update corrections set new_value = null`,
      `delete from corrections`,
      `truncate corrections`,
    ])
      await expect(as(sql, person, (by) => by.unsafe(statement))).rejects.toMatchObject({ code: '42501' })
  })

  test('a page shows them to visitors', async () => {
    const shown = { field: 'apply_end_date', old: '2026-11-10', new: '2026-11-17', at: expect.any(String), source }
    const [row] = await corrected(
      visitor,
      (by) => by`select notice_with_siblings('jobs', 'cgl') as notice,
        recruitment_page('cgl') as recruitment, calendar_notices('jobs', 'cgl') as calendar`,
    )
    expect(row?.['notice'].corrections).toEqual([shown])
    expect(row?.['recruitment'].notices[0]).toMatchObject({ corrections: [shown], notification_link: source })
    expect(row?.['calendar'].notices[0].corrections).toEqual([shown])
  })
})

test('corrections are deleted after two years', async () => {
  await sql.unsafe(set(`apply_end_date = '2026-11-17', fee_general = 120`))
  await sql`update corrections set corrected_at = now() - interval '731 days' where field = 'fee_general'`
  const connections = openBackgroundConnections(url)
  await deleteOldRows(connections)
  await connections.end()
  expect(await recorded(sql)).toEqual(['jobs apply_end_date: 2026-11-10 > 2026-11-17'])
})
