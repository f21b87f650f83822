import { beforeEach, describe, expect, test } from 'vitest'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, signIn, visitor, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const admin = await signIn(sql, 'admin')
const user = await signIn(sql, 'user')
const tables = CONTENT_KINDS.map(({ table }) => table)

beforeEach(async () => {
  await sql.unsafe(`truncate ${[...tables, 'recruitments', 'categories', 'organizations'].join()} restart identity`)
  await sql`insert into organizations (name, slug) values ('Old', 'old'), ('New', 'new')`
  await sql`insert into categories (name, slug, parent_id) values ('Above', 'above', null), ('Old', 'old', 1), ('New', 'new', 2)`
  await sql`insert into recruitments (title, slug, organization_id) values ('Recruitment', 'recruitment', 1)`
  for (const table of tables) {
    await sql`insert into ${sql(table)} (title, slug, organization_id, category_id, recruitment_id, status)
      values ('Notice', 'notice', 1, 2, 1, 'inactive')`
  }
})

const uses = (person: Person, table: string, id: number) =>
  as(sql, person, (by) => by`select * from public.reference_uses(${table}, ${id})`)

const reassign = (person: Person, table: string, id: number, target: number) =>
  as(sql, person, (by) => by`select public.reassign_and_delete(${table}, ${id}, ${target})`)

describe('what others use', () => {
  test('every reference to an organization, a category or a recruitment refuses its deletion', async () => {
    const rules = await sql`
      select conrelid::regclass::text as table, confdeltype as rule from pg_constraint
       where contype = 'f' and confrelid in ('organizations'::regclass, 'categories'::regclass, 'recruitments'::regclass)`
    expect(rules.length).toBe(3 * tables.length + 2)
    expect(rules.filter(({ rule }) => rule !== 'r')).toEqual([])
  })

  test.each([
    ['organizations', 1],
    ['categories', 2],
    ['recruitments', 1],
  ])('a row of %s that is used is not deleted, and nothing loses it', async (table, id) => {
    const deleted = as(sql, admin, (by) => by`delete from ${sql(table)} where id = ${id}`)
    await expect(deleted).rejects.toMatchObject({ code: '23001' })
    const [used] = await sql`select organization_id, category_id, recruitment_id from jobs`
    expect(used).toEqual({ organization_id: '1', category_id: '2', recruitment_id: '1' })
  })

  test('a row that nothing uses is deleted', async () => {
    const deleted = await as(sql, admin, (by) => by`delete from organizations where id = 2 returning id`)
    expect(deleted).toHaveLength(1)
  })

  test('uses are counted by table, hidden notices, too, with the titles of the newest', async () => {
    await sql`insert into jobs (title, slug, organization_id) values ('Newer', 'newer', 1)`
    const found = await uses(admin, 'organizations', 1)
    const expected = [...tables, 'recruitments'].toSorted().map((table) => ({
      used_by: table,
      uses: table === 'jobs' ? '2' : '1',
      titles: table === 'jobs' ? ['Newer', 'Notice'] : table === 'recruitments' ? ['Recruitment'] : ['Notice'],
    }))
    expect([...found].toSorted((a, b) => (a['used_by'] < b['used_by'] ? -1 : 1))).toEqual(expected)
    expect(await uses(admin, 'organizations', 2)).toHaveLength(0)
  })

  test('all of them are moved to another one, which is deleted in the same transaction', async () => {
    await as(sql, admin, async (by) => {
      const move = () => by`select public.reassign_and_delete('organizations', 1, 2)::int as moved`
      expect(await move()).toEqual([{ moved: tables.length + 1 }])
      expect(await by`select id from organizations`).toEqual([{ id: '2' }])
      for (const table of [...tables, 'recruitments'])
        expect(await by`select organization_id from ${by(table)}`).toEqual([{ organization_id: '2' }])
      expect(await move(), 'again').toEqual([{ moved: 0 }])
    })
  })

  test('a category that takes the place of the one above it moves up', async () => {
    await as(sql, admin, async (by) => {
      await by`select public.reassign_and_delete('categories', 2, 3)`
      expect(await by`select id, parent_id from categories order by id`).toEqual([
        { id: '1', parent_id: null },
        { id: '3', parent_id: '1' },
      ])
    })
  })

  test.each([
    ['itself', 'organizations', 1, '23514'],
    ['one that does not exist', 'organizations', 99, '23503'],
    ['a table that nothing refers to', 'jobs', 2, '22023'],
  ])('nothing is moved to %s', async (_name, table, target, code) => {
    await expect(reassign(admin, table, 1, target)).rejects.toMatchObject({ code })
    expect(await sql`select organization_id from jobs`).toEqual([{ organization_id: '1' }])
    expect(await sql`select id from organizations`).toHaveLength(2)
  })

  test.each([
    ['a visitor', visitor],
    ['a user without the role', user],
  ])('%s neither sees uses nor moves anything', async (_name, person) => {
    await expect(uses(person, 'organizations', 1)).rejects.toMatchObject({ code: '42501' })
    await expect(reassign(person, 'organizations', 1, 2)).rejects.toMatchObject({ code: '42501' })
  })
})
