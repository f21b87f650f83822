import { beforeEach, describe, expect, test } from 'vitest'
import { contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

beforeEach(() => sql`truncate jobs, recruitments, slug_history, gone_slugs restart identity cascade`)

const add = (slug: string, status: string | null = 'active', table = 'jobs') =>
  sql`insert into ${sql(table)} (title, slug, status) values ('A notice', ${slug}, ${status})`
const rename = (slug: string, to: string, table = 'jobs') =>
  sql`update ${sql(table)} set slug = ${to} where slug = ${slug}`
const remove = (slug: string, table = 'jobs') => sql`delete from ${sql(table)} where slug = ${slug}`

/** What a visitor's question for a detail page finds: the title of the notice, or what became of the address. */
async function visit(slug: string, table = 'jobs') {
  const answer = await sql.begin(async (transaction) => {
    await transaction`set local role anon`
    const [row] = await transaction`select notice_with_siblings(${table}, ${slug}) as answer`
    return row?.['answer']
  })
  return answer.notice ? { shown: answer.notice.slug } : answer
}

describe('an address of a notice', () => {
  const cases: [what: string, story: () => Promise<unknown>[], finds: Record<string, object>][] = [
    ['that nobody ever used is unknown', () => [], { a: {} }],
    ['shows it', () => [add('a')], { a: { shown: 'a' } }],
    [
      'leads to the new one after a change',
      () => [add('a'), rename('a', 'b')],
      { a: { moved_to: 'b' }, b: { shown: 'b' } },
    ],
    [
      'leads to the newest after several changes',
      () => [add('a'), rename('a', 'b'), rename('b', 'c')],
      { a: { moved_to: 'c' }, b: { moved_to: 'c' }, c: { shown: 'c' } },
    ],
    [
      'is its address again after it changed back',
      () => [add('a'), rename('a', 'b'), rename('b', 'a')],
      { a: { shown: 'a' }, b: { moved_to: 'a' } },
    ],
    [
      'belongs to the notice that took it over',
      () => [add('a'), rename('a', 'b'), add('a')],
      { a: { shown: 'a' }, b: { shown: 'b' } },
    ],
    ['is gone when it was deleted', () => [add('a'), remove('a')], { a: { gone: true } }],
    [
      'is gone with all older ones',
      () => [add('a'), rename('a', 'b'), remove('b')],
      { a: { gone: true }, b: { gone: true } },
    ],
    ['is back when another notice takes it', () => [add('a'), remove('a'), add('a')], { a: { shown: 'a' } }],
    [
      'is back when another notice is renamed to it, and leads on from there',
      () => [add('a'), remove('a'), add('b'), rename('b', 'a'), rename('a', 'c')],
      { a: { moved_to: 'c' }, b: { moved_to: 'c' } },
    ],
    ['tells nothing of a hidden notice', () => [add('a', 'inactive')], { a: {} }],
    [
      'tells nothing of the new address of a hidden notice',
      () => [add('a', 'inactive'), rename('a', 'b')],
      { a: {}, b: {} },
    ],
    ['tells nothing of a hidden notice that was deleted', () => [add('a', 'inactive'), remove('a')], { a: {} }],
    ['of a notice without a status is public', () => [add('a', null), rename('a', 'b')], { a: { moved_to: 'b' } }],
  ]

  test.each(cases)('%s', async (_what, story, finds) => {
    for (const step of story()) await step
    const found = await Promise.all(Object.keys(finds).map(async (slug) => [slug, await visit(slug)]))
    expect(Object.fromEntries(found)).toEqual(finds)
  })
})

test.each(contentTables)('%s: renamed, and deleted', async (table) => {
  await add('first', 'active', table)
  await rename('first', 'second', table)
  expect(await visit('first', table)).toEqual({ moved_to: 'second' })
  await remove('second', table)
  expect(await visit('second', table)).toEqual({ gone: true })
})

test('recruitments: renamed, and deleted', async () => {
  const resolve = (slug: string) => sql`select resolve_slug('recruitments', ${slug}) as answer`
  await sql`insert into recruitments (title, slug) values ('SSC CGL', 'first')`
  await rename('first', 'second', 'recruitments')
  expect(await resolve('first')).toEqual([{ answer: { moved_to: 'second' } }])
  await remove('second', 'recruitments')
  expect(await resolve('second')).toEqual([{ answer: { gone: true } }])
})

test('the same slug in two tables has two histories', async () => {
  await add('same')
  await add('same', 'active', 'results')
  await rename('same', 'other')
  expect(await visit('same')).toEqual({ moved_to: 'other' })
  expect(await visit('same', 'results')).toEqual({ shown: 'same' })
})

test.each(['profiles', 'pg_class', 'jobs; drop table jobs', ''])('a table named %j has no addresses', async (table) => {
  expect(await visit('x', table)).toEqual({})
})

describe('updated_at', () => {
  const updatedAt = async () => (await sql`select updated_at from jobs`)[0]?.['updated_at']

  test('moves with every change, by at least a little', async () => {
    await add('a')
    await sql`update jobs set updated_at = '2126-01-01'`
    const before = await updatedAt()
    await sql`update jobs set title = 'Another title'`
    const [row] = await sql`select updated_at > ${before} as later from jobs`
    expect(row).toEqual({ later: true })
  })

  test.each(['view_count = view_count + 1', 'title = title', "updated_at = '2000-01-01'"])(
    'stays at: %s',
    async (change) => {
      await add('a')
      const before = await updatedAt()
      await sql.unsafe(`update jobs set ${change}`)
      expect(await updatedAt()).toEqual(before)
    },
  )
})
