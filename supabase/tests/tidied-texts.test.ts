import { expect, test } from 'vitest'
import { migrate } from '#backend/database/migrate.ts'
import { printable } from '#domain/printable.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

/** Last migration before texts were tidied. */
const LAST_BEFORE = '20261210012512'

const PASTED = 'SSC\u0001\u000b\u001f\u007f\u0085\ufdd0\ufffe\u{1ffff} CGL\t\n\r\u00a0\u200d'
const TIDY = 'SSC CGL\t\n\r\u00a0\u200d'

test('control characters and noncharacters are taken out of what is stored', async () => {
  const job = { title: PASTED, eligibility: PASTED, selection_process: [PASTED, { [TIDY]: PASTED }] }
  const [stored] = await sql`insert into jobs (title, slug, eligibility, selection_process)
    values (${PASTED}, 'pasted', ${PASTED}, ${sql.json(job.selection_process)}) returning *`
  expect(stored).toMatchObject({ title: TIDY, eligibility: TIDY, selection_process: [TIDY, { [TIDY]: TIDY }] })
  expect(await sql`update jobs set location = ${PASTED} where slug = 'pasted' returning location`).toEqual([
    { location: TIDY },
  ])
  for (const table of ['organizations', 'categories'])
    expect(await sql`insert into ${sql(table)} (name, slug) values (${PASTED}, 'pasted') returning name`).toEqual([
      { name: TIDY },
    ])
  expect(await sql`insert into recruitments (title, slug) values (${PASTED}, 'pasted') returning title`).toEqual([
    { title: TIDY },
  ])
  await expect(sql`insert into jobs (title, slug) values (${'\u0001'}, 'empty')`).rejects.toMatchObject({
    constraint_name: 'jobs_title_check',
  })
})

test('a text with backslashes is stored unchanged', async () => {
  const written = String.raw`C:\b\f\u0001 \\u0001`
  expect(await sql`insert into jobs (title, slug) values (${written}, 'backslashes') returning title`).toEqual([
    { title: written },
  ])
})

test('form and database take out the same characters', async () => {
  const codes = Array.from({ length: 0x11_00_00 }, (_, code) => code)
  const texts = codes
    .filter((code) => code > 0 && (code < 0xd8_00 || code > 0xdf_ff))
    .map((code) => String.fromCodePoint(code))
  const [row] = await sql`select array(
    select ascii(text) from unnest(${texts}::text[]) as text where text ~ rules.unprintable() order by 1) as found`
  const expected = texts.filter((text) => printable(text) === '').map((text) => text.codePointAt(0))
  expect(row?.['found']).toEqual(expected)
  expect(expected).toHaveLength(28 + 33 + 66)
})

test('rows that were stored before are tidied', async () => {
  const { sql: before } = await makeDatabase('unmigrated')
  await migrate(before, LAST_BEFORE)
  await before`insert into jobs (title, slug) values (${PASTED}, 'pasted'), ('Plain', 'plain')`
  const [{ updated_at } = {}] = await before`select updated_at from jobs where slug = 'plain'`
  await migrate(before)
  expect(await before`select title from jobs order by id`).toEqual([{ title: TIDY }, { title: 'Plain' }])
  expect(await before`select updated_at from jobs where slug = 'plain'`).toEqual([{ updated_at }])
})

test('rows whose title or status is nothing without such characters get another one', async () => {
  const { sql: before } = await makeDatabase('unmigrated')
  await migrate(before, LAST_BEFORE)
  await before`create table offices (
    id bigint generated always as identity primary key, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(), name text not null, slug text not null unique)`
  await before`select rules.prepare_table('offices', 'true')`
  await before`insert into offices (name, slug) values (${'\u0001'}, 'o'), (${'A\u0001'}, 'p')`
  await before`insert into organizations (name, slug) values (${'\u0001 \u0002'}, 'o')`
  await before`insert into jobs (title, slug, status) values (${'\u0001'}, 'a', 'active'), ('B', 'b', ${'\u0001Inactive'}),
    ('C', 'c', ${'\u0001 Start'}), ('D', 'd', ${'\u0001inactive'}), ('E', 'e', ${'\u0001active'}), (${'\u0002'}, 'f', ${'\u0001Inactive'})`
  await before`delete from jobs where slug = 'f'`
  await migrate(before)
  expect(await before`select slug, title, status from jobs order by id`).toEqual([
    { slug: 'a', title: 'Untitled 1', status: 'active' },
    { slug: 'b', title: 'B', status: 'inactive' },
    { slug: 'c', title: 'C', status: 'inactive' },
    { slug: 'd', title: 'D', status: 'inactive' },
    { slug: 'e', title: 'E', status: 'active' },
  ])
  expect(await before`select name from organizations`).toEqual([{ name: 'Untitled 1' }])
  expect(await before`select name from offices order by id`).toEqual([{ name: 'Untitled 1' }, { name: 'A' }])
  await before`select bin.insert_rows('jobs', array(select id from bin.items))`
  expect(await before`select title, status from jobs where slug = 'f'`).toEqual([
    { title: 'Untitled 6', status: 'inactive' },
  ])
})

test('the status of a plan is tidied, also that of a plan that was stored before', async () => {
  const { sql: before } = await makeDatabase('unmigrated')
  await migrate(before, LAST_BEFORE)
  const add = (slug: string, status: string, state: string) =>
    before`insert into jobs (title, slug, plan) values (${slug}, ${slug}, ${before.json({ state, status })})`
  await add('a', 'Sta\u0001rt', 'draft')
  await add('b', '\u0001inactive', 'hidden')
  await before`insert into jobs (title, slug, status) values ('c', 'c', ${'\u0001inactive'})`
  await migrate(before)
  await add('d', 'Sta\u0001rt', 'draft')
  await add('e', 'Sta\u0001rt', 'published')
  await add('f', '\u0001inactive', 'published')
  await before`update jobs set plan = '{"state": "published"}' where slug in ('a', 'b', 'c', 'd')`
  expect(await before`select slug, status from jobs order by slug`).toEqual([
    { slug: 'a', status: 'Start' },
    { slug: 'b', status: 'active' },
    { slug: 'c', status: 'active' },
    { slug: 'd', status: 'Start' },
    { slug: 'e', status: 'Start' },
    { slug: 'f', status: 'active' },
  ])
})
