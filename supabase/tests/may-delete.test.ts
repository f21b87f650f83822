import { beforeAll, expect, test } from 'vitest'
import { as, signIn } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')
const editor = await signIn(sql, 'editor')
const reader = await signIn(sql, 'user')

type Sql = Parameters<Parameters<typeof as>[2]>[0]

beforeAll(async () => {
  await sql`insert into organizations (name, slug) values ('SSC', 'ssc'), ('UPSC', 'upsc')`
  await sql`insert into jobs (title, slug) values ('Clerk', 'clerk'), ('Teacher', 'teacher')`
})

test('admins and editors may delete notices, others may not', async () => {
  await as(sql, admin, async (by) => expect((await by`delete from jobs`).count).toBe(2))
  await as(sql, editor, async (by) => expect((await by`delete from jobs`).count).toBe(2))
  await as(sql, reader, async (by) => expect((await by`delete from jobs`).count).toBe(0))
})

/** Expects an error, and goes on with the transaction. */
async function expectForbidden(by: Sql, statement: string): Promise<void> {
  await by`savepoint before`
  await expect(by.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
  await by`rollback to before`
}

/** A portal on which editors delete nothing: the one function that a portal changes for it is replaced. */
async function asEditorWhoMayNotDelete(work: (by: Sql) => Promise<void>): Promise<void> {
  const { sql: changed } = await makeDatabase('migrated')
  const [one, other] = [await signIn(changed, 'editor'), await signIn(changed, 'admin')]
  await changed`insert into organizations (name, slug) values ('SSC', 'ssc'), ('UPSC', 'upsc')`
  await changed`insert into jobs (title, slug) values ('Clerk', 'clerk'), ('Teacher', 'teacher')`
  await changed`create or replace function public.may_delete(table_name text) returns boolean
    language sql stable set search_path = '' return public.is_admin()`
  await as(changed, one, work)
  await as(changed, other, async (by) => expect((await by`delete from jobs`).count).toBe(2))
}

test('where only admins may delete, an editor deletes in no way: not a row, not several, not by moving, not by undoing', async () => {
  await asEditorWhoMayNotDelete(async (by) => {
    expect((await by`delete from jobs`).count).toBe(0)
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
