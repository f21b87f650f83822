import { beforeEach, expect, test } from 'vitest'
import { as, signIn } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const editor = await signIn(sql, 'editor')

beforeEach(async () => {
  await sql`truncate categories restart identity cascade`
  await sql`insert into categories (name, slug, parent_id) values ('A', 'a', null), ('B', 'b', 1), ('C', 'c', 2), ('D', 'd', null)`
})

const rejected = { code: '23514', message: expect.stringContaining('"categories_parent_id_check"') as string }

test.each([1, 2, 3])('a category is not below itself or those below it (%i)', async (parent) => {
  const move = as(sql, editor, (by) => by`update categories set parent_id = ${parent} where id = 1`)
  await expect(move).rejects.toMatchObject(rejected)
})

test('a category may change its place, also together with others', async () => {
  await sql`update categories set parent_id = 4 where id = 1`
  await sql`update categories set parent_id = case id when 1 then 3 when 3 then 4 end where id in (1, 3)`
  expect(await sql`select id::int, parent_id::int as parent from categories order by id`).toEqual([
    { id: 1, parent: 3 },
    { id: 2, parent: 1 },
    { id: 3, parent: 4 },
    { id: 4, parent: null },
  ])
})

test('two categories are not put below each other at once', async () => {
  const first = Promise.withResolvers<void>()
  const both = [
    sql.begin(async (by) => {
      await by`update categories set parent_id = 4 where id = 1`
      first.resolve()
      await by`select pg_sleep(0.3)`
    }),
    first.promise.then(() => sql`update categories set parent_id = 1 where id = 4`),
  ]
  const [one, other] = await Promise.allSettled(both)
  expect(one?.status).toBe('fulfilled')
  expect(other).toMatchObject({ status: 'rejected', reason: rejected })
})
