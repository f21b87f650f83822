import { beforeEach, describe, expect, test } from 'vitest'
import { contentTables } from './specified-columns.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')

beforeEach(() => sql`truncate jobs, recruitments, slug_history, gone_slugs restart identity cascade`)

const add = (slug: string, status: string | null = 'active', table = 'jobs') =>
  sql`insert into ${sql(table)} (title, slug, status) values ('A notice', ${slug}, ${status})`
const rename = (slug: string, to: string, table = 'jobs') =>
  sql`update ${sql(table)} set slug = ${to} where slug = ${slug}`
const publish = (slug: string) => sql`update jobs set status = 'active' where slug = ${slug}`
const hide = (slug: string) => sql`update jobs set status = 'inactive' where slug = ${slug}`
const schedule = (slug: string) =>
  sql`update jobs set plan = '{"state": "scheduled", "status": "active", "publish_at": "2099-01-01T00:00:00Z"}' where slug = ${slug}`
const publishPlanned = (slug: string) => sql`update jobs set plan = '{"state": "published"}' where slug = ${slug}`
const remove = (slug: string, table = 'jobs') => sql`delete from ${sql(table)} where slug = ${slug}`

/** @returns what a visitor gets for a slug: the notice, its new address, or that it was deleted */
async function visit(slug: string, table = 'jobs') {
  const found = await sql.begin(async (transaction) => {
    await transaction`set local role anon`
    const [row] = await transaction`select notice_with_siblings(${table}, ${slug}) as found`
    return row?.['found']
  })
  return found.notice ? { shown: found.notice.slug } : found
}

describe('address of a notice', () => {
  const cases: [what: string, story: () => Promise<unknown>[], finds: Record<string, object>][] = [
    ['is unknown when it was never used', () => [], { a: {} }],
    ['shows the notice', () => [add('a')], { a: { shown: 'a' } }],
    [
      'redirects to the new address after a change',
      () => [add('a'), rename('a', 'b')],
      { a: { moved_to: 'b' }, b: { shown: 'b' } },
    ],
    [
      'redirects to the newest address after several changes',
      () => [add('a'), rename('a', 'b'), rename('b', 'c')],
      { a: { moved_to: 'c' }, b: { moved_to: 'c' }, c: { shown: 'c' } },
    ],
    [
      'shows the notice again after the change is undone',
      () => [add('a'), rename('a', 'b'), rename('b', 'a')],
      { a: { shown: 'a' }, b: { moved_to: 'a' } },
    ],
    [
      'shows another notice that has taken the address over',
      () => [add('a'), rename('a', 'b'), add('a')],
      { a: { shown: 'a' }, b: { shown: 'b' } },
    ],
    ['is gone when the notice was deleted', () => [add('a'), remove('a')], { a: { gone: true } }],
    [
      'is gone with all older addresses when the notice was deleted',
      () => [add('a'), rename('a', 'b'), remove('b')],
      { a: { gone: true }, b: { gone: true } },
    ],
    [
      'shows another notice that takes a deleted address',
      () => [add('a'), remove('a'), add('a')],
      { a: { shown: 'a' } },
    ],
    [
      'redirects to where another notice that was renamed to it has moved',
      () => [add('a'), remove('a'), add('b'), rename('b', 'a'), rename('a', 'c')],
      { a: { moved_to: 'c' }, b: { moved_to: 'c' } },
    ],
    ['is unknown for a hidden notice', () => [add('a', 'inactive')], { a: {} }],
    ['does not redirect to a hidden notice', () => [add('a', 'inactive'), rename('a', 'b')], { a: {}, b: {} }],
    ['is unknown for a hidden notice that was deleted', () => [add('a', 'inactive'), remove('a')], { a: {} }],
    [
      'redirects while a hidden notice has taken the address over',
      () => [add('a'), rename('a', 'b'), add('a', 'inactive')],
      { a: { moved_to: 'b' }, b: { shown: 'b' } },
    ],
    [
      'shows a notice that had taken the address over when it is published',
      () => [add('a'), rename('a', 'b'), add('a', 'inactive'), publish('a')],
      { a: { shown: 'a' }, b: { shown: 'b' } },
    ],
    [
      'shows a notice that had taken the address over when its plan publishes it',
      () => [add('a'), rename('a', 'b'), add('a', 'inactive'), schedule('a'), publishPlanned('a'), hide('a')],
      { a: {}, b: { shown: 'b' } },
    ],
    [
      'redirects after a hidden notice that had taken the address over was renamed',
      () => [add('a'), rename('a', 'b'), add('a', 'inactive'), rename('a', 'c')],
      { a: { moved_to: 'b' }, c: {} },
    ],
    [
      'redirects after a hidden notice that had taken the address over was deleted',
      () => [add('a'), rename('a', 'b'), add('a', 'inactive'), remove('a')],
      { a: { moved_to: 'b' } },
    ],
    [
      'redirects for a notice that was renamed before it was published',
      () => [add('a', 'inactive'), rename('a', 'b'), publish('b')],
      { a: { moved_to: 'b' }, b: { shown: 'b' } },
    ],
    [
      'is gone while a hidden notice has taken the address of a deleted one',
      () => [add('a'), remove('a'), add('a', 'inactive')],
      { a: { gone: true } },
    ],
    [
      'shows the hidden notice that has taken the address of a deleted one when it is published',
      () => [add('a'), remove('a'), add('a', 'inactive'), publish('a')],
      { a: { shown: 'a' } },
    ],
    ['redirects for a notice without a status', () => [add('a', null), rename('a', 'b')], { a: { moved_to: 'b' } }],
  ]

  test.each(cases)('an address of a notice %s', async (_what, story, finds) => {
    for (const step of story()) await step
    const found = await Promise.all(Object.keys(finds).map(async (slug) => [slug, await visit(slug)]))
    expect(Object.fromEntries(found)).toEqual(finds)
  })
})

test.each(contentTables)('an address of %s redirects after renaming and is gone after deletion', async (table) => {
  await add('first', 'active', table)
  await rename('first', 'second', table)
  expect(await visit('first', table)).toEqual({ moved_to: 'second' })
  await remove('second', table)
  expect(await visit('second', table)).toEqual({ gone: true })
})

test('an address of a recruitment redirects after renaming and is gone after deletion', async () => {
  const resolve = (slug: string) => sql`select resolve_slug('recruitments', ${slug}) as found`
  await sql`insert into recruitments (title, slug) values ('SSC CGL', 'first')`
  await rename('first', 'second', 'recruitments')
  expect(await resolve('first')).toEqual([{ found: { moved_to: 'second' } }])
  await remove('second', 'recruitments')
  expect(await resolve('second')).toEqual([{ found: { gone: true } }])
})

test('the same slug in two tables has two histories', async () => {
  await add('same')
  await add('same', 'active', 'results')
  await rename('same', 'other')
  expect(await visit('same')).toEqual({ moved_to: 'other' })
  expect(await visit('same', 'results')).toEqual({ shown: 'same' })
})

test.each(['profiles', 'pg_class', 'jobs; drop table jobs', ''])(
  'the table name %j has no addresses',
  async (table) => {
    expect(await visit('x', table)).toEqual({})
  },
)

describe('updated_at', () => {
  const updatedAt = async () => (await sql`select updated_at from jobs`)[0]?.['updated_at']

  test('updated_at increases with every change, even when it lies in the future', async () => {
    await add('a')
    await sql`update jobs set updated_at = '2126-01-01'`
    const before = await updatedAt()
    await sql`update jobs set title = 'Another title'`
    const [row] = await sql`select updated_at > ${before} as later from jobs`
    expect(row).toEqual({ later: true })
  })

  test.each(['view_count = view_count + 1', 'title = title', "updated_at = '2000-01-01'"])(
    'updated_at does not change with: %s',
    async (change) => {
      await add('a')
      const before = await updatedAt()
      await sql.unsafe(`update jobs set ${change}`)
      expect(await updatedAt()).toEqual(before)
    },
  )
})
