import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, become, undone, visitor } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('sample')

interface Answer {
  wanted: object
  notice: Record<string, unknown>
}

async function statesOf(by: postgres.ISql, wanted: unknown): Promise<Answer[]> {
  const [row] = await by`select notice_states(${sql.json(wanted as never)}) as states`
  return row?.['states'] as Answer[]
}
const read = (wanted: unknown) => as(sql, visitor, (by) => statesOf(by, wanted))

test.each(CONTENT_KINDS)('the states of $table have what feeds have, by id and by slug', async ({ table }) => {
  const rows =
    await sql`select id::int, slug from ${sql(table)} where status is distinct from 'inactive' order by id limit 3`
  const [feed] = await as(sql, visitor, (by) => by`select newest_notices(${table}, 100) as rows`)
  const facts = feed?.['rows'] as Record<string, unknown>[]
  expect(rows).toHaveLength(3)
  for (const { id, slug } of rows) {
    for (const wanted of [
      { table, id },
      { table, slug },
    ]) {
      const [answer, ...others] = await read([wanted])
      expect(others).toEqual([])
      expect(answer).toEqual({ wanted, notice: facts.find((notice) => notice['id'] === id) ?? answer?.notice })
      expect(answer?.notice).toMatchObject({ table, id, slug })
    }
  }
})

test('one call reads notices of all kinds, and leaves out what does not exist', async () => {
  const first = await Promise.all(
    CONTENT_KINDS.map(async ({ table }) => {
      const [row] = await sql`select min(id)::int as id from ${sql(table)} where status is distinct from 'inactive'`
      return { table, id: row?.['id'] as number }
    }),
  )
  const missing = [
    { table: 'jobs', id: 999_999_999 },
    { table: 'jobs', slug: 'no-such-job' },
    { table: 'profiles', id: 1 },
    7,
    null,
  ]
  const answers = await read([...first, ...missing])
  expect(answers.map(({ wanted }) => JSON.stringify(wanted)).toSorted()).toEqual(
    first
      .map((wanted) => JSON.stringify({ id: wanted.id, table: wanted.table }))

      .toSorted(),
  )
  expect(await read([])).toEqual([])
})

test('a hidden or deleted notice has no state, for staff neither', async () => {
  await undone(sql, async (by) => {
    const [hidden, deleted, shown] =
      await by`select id::int, slug from jobs where status is distinct from 'inactive' order by id limit 3`
    await by`update jobs set status = 'inactive' where id = ${hidden?.['id'] as number}`
    await by`delete from jobs where id = ${deleted?.['id'] as number}`
    const wanted = [hidden, deleted, shown].flatMap((row) => [
      { table: 'jobs', id: row?.['id'] as number },
      { table: 'jobs', slug: row?.['slug'] as string },
    ])
    for (const role of ['service_role', 'anon'] as const) {
      await become(by, { role, claims: {} })
      const ids = (await statesOf(by, wanted)).map(({ notice }) => notice['id'])
      expect(ids).toEqual([shown?.['id'], shown?.['id']])
    }
  })
})

test('a notice is found by an earlier slug', async () => {
  await undone(sql, async (by) => {
    const [job] = await by`select id::int, slug from jobs where status is distinct from 'inactive' order by id limit 1`
    await by`update jobs set slug = 'renamed-job' where id = ${job?.['id'] as number}`
    await become(by, visitor)
    const [answer] = await statesOf(by, [{ table: 'jobs', slug: job?.['slug'] as string }])
    expect(answer?.notice).toMatchObject({ id: job?.['id'], slug: 'renamed-job' })
  })
})

test.each([[null], [{}], ['jobs'], [Array.from({ length: 501 }, () => ({ table: 'jobs', id: 1 }))]])(
  'what is no list of at most 500 notices is rejected: %j',
  async (wanted) => {
    await expect(read(wanted)).rejects.toMatchObject({ code: '22023' })
  },
)
