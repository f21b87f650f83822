import { SAMPLE_ROWS } from '#test/sample-rows.ts'
import { describe, expect, test } from 'vitest'
import { COUNT_CAP } from '#domain/limits.ts'
import { CONTENT_KINDS, HOME_SECTIONS } from '#domain/content/registry.ts'
import { as, signIn, undone, visitor, type Person } from './database-users.ts'
import type postgres from 'postgres'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('sample')
const staff = await signIn(sql, 'admin')
const pageSizes = Object.fromEntries(HOME_SECTIONS.map(({ table, pageSize }) => [table, pageSize]))
const today = '2026-11-21'

async function readBoard(by: postgres.ISql, sizes: object = pageSizes, day = today) {
  const [row] = await by`select home_board(${by.json(sizes as postgres.JSONValue)}::jsonb, ${day}) as board`
  return row?.['board']
}
const boardOf = (person: Person, day?: string) => as(sql, person, (by) => readBoard(by, pageSizes, day))
const board = await boardOf(visitor)

describe('home page in one query', () => {
  test.each(HOME_SECTIONS)(
    'home_board begins $table with what is featured, then by display order',
    async ({ table }) => {
      const first = await undone(sql, async (by) => {
        const [second, fourth, last] = [board[table][1], board[table][3], board[table].at(-1)].map(({ id }) => id)
        await by`update ${by(table)} set is_featured = true where id = ${last}`
        await by`update ${by(table)} set display_order = 2 where id = ${second}`
        await by`update ${by(table)} set display_order = 1 where id = ${fourth}`
        return (await readBoard(by))[table].slice(0, 5).map(({ id }: { id: number }) => id)
      })
      const ids = board[table].map(({ id }: { id: number }) => id)
      expect(first).toEqual([ids.at(-1), ids[3], ids[1], ids[0], ids[2]])
    },
  )

  test.each(HOME_SECTIONS)('home_board returns one page of $table, newest first', async ({ table, pageSize }) => {
    const newest = await sql`select slug from ${sql(table)} where status is distinct from 'inactive'
      ${table === 'jobs' ? sql`and status = 'active'` : sql``} order by posted_at desc, id desc limit ${pageSize}`
    expect(board[table].map(({ slug }: { slug: string }) => slug)).toEqual(newest.map(({ slug }) => slug))
    expect(board[table]).toHaveLength(table === 'answer_keys' ? 17 : Math.min(25, newest.length))
  })

  test('home_board returns the same cards as the lists', async () => {
    for (const { table } of HOME_SECTIONS) {
      const [row] = await as(
        sql,
        visitor,
        (by) =>
          by`select list_notices(${table}, only_status => ${table === 'jobs' ? 'active' : null}, page_size => ${pageSizes[table] ?? 0}) as page`,
      )
      expect(board[table]).toEqual(row?.['page'].rows)
    }
  })

  test('home_board returns jobs with status active only', async () => {
    const kinds = await sql`select distinct status from jobs where status is distinct from 'inactive'`
    expect(kinds.length).toBeGreaterThan(1)
    expect(new Set(board.jobs.map(({ status }: { status: string }) => status))).toEqual(new Set(['active']))
  })

  test('home_board returns the nine newest quick links', async () => {
    const newest = await sql`select slug, title from jobs where is_quick_link and status is distinct from 'inactive'
      order by created_at desc, id desc limit 9`
    expect(board.quick_links).toEqual([...newest])
    expect(board.quick_links).toHaveLength(9)
  })

  test.each([
    [
      today,
      [
        'afcat-012027-online-form-flying-ground-duty-branches',
        'sbi-clerk-junior-associate-recruitment-2026-online-form',
      ],
    ],
    ['2026-11-22', ['indian-air-force-agniveervayu-intake-022027-online-form']],
    ['2020-01-01', []],
  ])('home_board for %s lists the open jobs whose last day it is', async (day, slugs) => {
    const found = (await boardOf(visitor, day)).closing_today.map(({ slug }: { slug: string }) => slug)
    expect(found.sort()).toEqual(slugs)
  })

  test('home_board lists neither hidden jobs nor jobs that are not open yet, or have no first day, among those whose last day it is', async () => {
    const slugs = await undone(sql, async (by) => {
      await by`insert into jobs (title, slug, status, apply_start_date, apply_end_date) values
        ('Open', 'last-day-open', 'active', ${today}, ${today}),
        ('Hidden', 'last-day-hidden', 'inactive', ${today}, ${today}),
        ('Undated', 'last-day-undated', 'active', null, ${today}),
        ('Not yet', 'last-day-not-yet', 'active', ${today}::date + 1, ${today})`
      const { closing_today } = await readBoard(by)
      return closing_today
        .map(({ slug }: { slug: string }) => slug)
        .filter((slug: string) => slug.startsWith('last-day'))
    })
    expect(slugs).toEqual(['last-day-open'])
  })

  test('home_board counts the public rows of every kind', () => {
    expect(board.counts).toEqual(SAMPLE_ROWS)
  })

  test('home_board returns the time of the last visible change', async () => {
    await undone(sql, async (by) => {
      await by`update results set title = title || '!' where id = 1`
      const [changed] = await by`select to_json(updated_at) as at from results where id = 1`
      expect((await readBoard(by)).updated_at).toBe(changed?.['at'])
      await by`update results set status = 'inactive' where id = 1`
      expect((await readBoard(by)).updated_at < changed?.['at']).toBe(true)
    })
  })

  test('home_board returns the same to staff as to visitors', async () => {
    expect(await boardOf(staff)).toEqual(board)
  })
})

test('home_board does not contain hidden notices, not even in a count', async () => {
  await undone(sql, async (by) => {
    for (const { table } of CONTENT_KINDS) await by`update ${by(table)} set status = 'inactive'`
    const empty = await readBoard(by)
    for (const { table } of HOME_SECTIONS) expect(empty[table]).toEqual([])
    expect(empty.counts).toEqual(Object.fromEntries(CONTENT_KINDS.map(({ table }) => [table, 0])))
    expect([empty.quick_links, empty.closing_today, empty.updated_at]).toEqual([[], [], null])
  })
})

test('home_board counts up to one more than the highest number that is shown exactly', async () => {
  await undone(sql, async (by) => {
    await by`alter table syllabus disable trigger user`
    await by`alter table syllabus enable trigger count_inserts`
    await by`insert into syllabus (title, slug) select 'Syllabus', 'syllabus-' || number from generate_series(1, ${COUNT_CAP + 50}) as number`
    expect((await readBoard(by)).counts.syllabus).toBe(10_001)
  })
})

test.each([
  [{}, 25],
  [{ results: 3 }, 3],
  [{ results: 0 }, 0],
  [{ results: -1 }, 0],
  [{ results: 100_000 }, 29],
])('home_board with the page sizes %j returns %i results', async (sizes, results) => {
  expect((await as(sql, visitor, (by) => readBoard(by, sizes))).results).toHaveLength(results)
})
