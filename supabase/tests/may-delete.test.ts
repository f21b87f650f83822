import { expect, test } from 'vitest'
import { as, signIn } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

type Sql = Parameters<Parameters<typeof as>[2]>[0]

/** @returns a database with two organizations, two jobs, and an account of each role */
async function makePortal() {
  const { sql } = await makeDatabase('migrated')
  await sql`insert into organizations (name, slug) values ('SSC', 'ssc'), ('UPSC', 'upsc')`
  await sql`insert into jobs (title, slug) values ('Clerk', 'clerk'), ('Teacher', 'teacher')`
  const [admin, editor, reader] = [await signIn(sql, 'admin'), await signIn(sql, 'editor'), await signIn(sql, 'user')]
  return { sql, admin, editor, reader }
}

const deletedJobs = async (by: Sql) => (await by`delete from jobs`).count

test('admins and editors may delete notices, others may not', async () => {
  const { sql, admin, editor, reader } = await makePortal()
  expect(await as(sql, admin, deletedJobs)).toBe(2)
  expect(await as(sql, editor, deletedJobs)).toBe(2)
  expect(await as(sql, reader, deletedJobs)).toBe(0)
})

/** Expects an error, and goes on with the transaction. */
async function expectForbidden(by: Sql, statement: string): Promise<void> {
  await by`savepoint before`
  await expect(by.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
  await by`rollback to before`
}

test('where only admins may delete, an editor deletes in no way: not a row, not several, not by moving, not by undoing', async () => {
  const { sql, admin, editor } = await makePortal()
  await sql`create or replace function public.may_delete(table_name text) returns boolean
    language sql stable set search_path = '' return public.is_admin()`
  expect(await as(sql, admin, deletedJobs)).toBe(2)
  await as(sql, editor, async (by) => {
    expect(await deletedJobs(by)).toBe(0)
    await expectForbidden(by, `select delete_rows('jobs', '{1,2}')`)
    await expectForbidden(by, `select reassign_and_delete('organizations', 1, 2)`)

    const act = '6c1f1a52-0c0e-4d0c-9d1b-4c8f6a1f7e55'
    await by`select set_config('suchana.act', ${act}, true)`
    await by`insert into jobs (title, slug) values ('Added', 'added')`
    await by`select set_config('suchana.act', '', true)`
    const [answer] = await by`select undo_act(${act}) as answer`
    expect(answer?.['answer']).toMatchObject({
      undone: 0,
      refused: [{ table: 'jobs', title: 'Added', reason: 'forbidden' }],
    })
    expect(await by`select slug from jobs order by id`).toEqual([
      { slug: 'clerk' },
      { slug: 'teacher' },
      { slug: 'added' },
    ])
  })
})
