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
