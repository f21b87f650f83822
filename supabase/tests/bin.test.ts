import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openBackgroundConnections } from '#backend/database/server-connections.ts'
import { deleteOldRows } from '#backend/retention.ts'
import { CONTENT_KINDS } from '#domain/content/registry.ts'
import { as, become, signIn, undone, visitor, type Person } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql, url } = await makeDatabase('migrated')
const staff = await signIn(sql, 'admin')
const user = await signIn(sql, 'user')
const notices = CONTENT_KINDS.map(({ table }) => table)
const tables = [...notices, 'recruitments', 'categories', 'organizations']

type Sql = Parameters<Parameters<typeof as>[2]>[0]
interface Address {
  table: string
  id: number
  /** The act that is to have deleted the row. */
  act?: string
}

beforeEach(async () => {
  await sql.unsafe(`truncate ${[...tables, 'slug_history', 'gone_slugs', 'bin.items'].join()} restart identity cascade`)
  await sql`truncate push.follows, push.events, push.lists, push_subscriptions restart identity cascade`
})

let last = 0
const unique = () => `row-${(last += 1)}`

async function add(table: string, values: Record<string, unknown> = {}): Promise<number> {
  const heading = ['categories', 'organizations'].includes(table) ? 'name' : 'title'
  const [row] = await sql<{ id: number }[]>`
    insert into ${sql(table)} ${sql({ [heading]: 'SSC CGL', slug: unique(), ...values })} returning id::int`
  return row?.id ?? 0
}

/** Does some work as a signed-in person, and stores it. */
const by = <T>(person: Person, work: (transaction: Sql) => Promise<T>): Promise<T> =>
  sql.begin(async (transaction) => {
    await become(transaction, person)
    return work(transaction)
  }) as Promise<T>

const remove = ({ table, id }: Address) => by(staff, (our) => our`delete from ${our(table)} where id = ${id}`)
const restore = async (wanted: Address[], person = staff) => {
  const [row] = await by(person, (our) => our`select restore_deleted(${our.json(wanted as never)}) as answer`)
  return row?.['answer'] as Record<string, unknown>[]
}
const whole = ({ table, id }: Address) =>
  sql`select to_jsonb(record) as row from ${sql(table)} as record where id = ${id}`
const inBin = async () =>
  (await sql`select table_name, record_id::int as id from bin.items order by table_name, record_id`).map(
    ({ table_name, id }) => `${table_name} ${id}`,
  )
const visit = async (table: string, slug: string) => {
  const [row] = await as(sql, visitor, (our) => our`select notice_with_siblings(${table}, ${slug}) as found`)
  return row?.['found'].notice ? { shown: row['found'].notice.slug } : row?.['found']
}
const succeeds = (table: string, id: number, more = {}) => ({
  table,
  id,
  outcome: 'restored',
  lost: {},
  moved: 0,
  slug_was: null,
  ...more,
})

describe.each(tables)('a deleted row of %s', (table) => {
  test(`${table}: comes back as it was`, async () => {
    const id = await add(table, { created_at: '2026-01-02T03:04:05.678901Z' })
    const before = await whole({ table, id })
    await remove({ table, id })
    expect(await whole({ table, id })).toHaveLength(0)
    expect(await inBin()).toEqual([`${table} ${id}`])
    expect(await restore([{ table, id }])).toEqual([expect.objectContaining(succeeds(table, id))])
    expect(await whole({ table, id })).toEqual(before)
    expect(await inBin()).toEqual([])
  })
})

describe('a restored notice', () => {
  test('has every value, its post time, its views and its last check', async () => {
    const organization_id = await add('organizations')
    const category_id = await add('categories')
    const recruitment_id = await add('recruitments', { organization_id })
    const id = await add('jobs', {
      organization_id,
      category_id,
      recruitment_id,
      status: 'Date Extend',
      post_time: '05/11/2026 7:20 PM',
      view_count: 7,
      checked_at: '2026-11-01',
      selection_process: sql.json(['Test', 'Interview']),
      fee_general: 100.5,
      apply_end_date: '2026-12-01',
      is_quick_link: true,
      display_order: 3,
    })
    const before = await whole({ table: 'jobs', id })
    await remove({ table: 'jobs', id })
    await restore([{ table: 'jobs', id }])
    expect(await whole({ table: 'jobs', id })).toEqual(before)
  })

  test('is gone for visitors meanwhile, and then has all its addresses again', async () => {
    const id = await add('jobs', { slug: 'first' })
    await sql`update jobs set slug = 'second' where id = ${id}`
    await sql`update jobs set slug = 'third' where id = ${id}`
    await remove({ table: 'jobs', id })
    for (const slug of ['first', 'second', 'third']) expect(await visit('jobs', slug)).toEqual({ gone: true })
    await restore([{ table: 'jobs', id }])
    expect(await visit('jobs', 'third')).toEqual({ shown: 'third' })
    for (const slug of ['first', 'second']) expect(await visit('jobs', slug)).toEqual({ moved_to: 'third' })
    expect(await sql`select from gone_slugs`).toHaveLength(0)
  })

  test('has its old addresses again that a hidden notice has taken, and leaves those that another one has left', async () => {
    const id = await add('jobs', { slug: 'first' })
    await sql`update jobs set slug = 'second' where id = ${id}`
    await add('jobs', { slug: 'first', status: 'inactive' })
    await remove({ table: 'jobs', id })
    await restore([{ table: 'jobs', id }])
    expect(await visit('jobs', 'first')).toEqual({ moved_to: 'second' })

    const hidden = await add('jobs', { slug: 'third' })
    await sql`update jobs set slug = 'fourth', status = 'inactive' where id = ${hidden}`
    await remove({ table: 'jobs', id: hidden })
    const other = await add('jobs', { slug: 'third' })
    await remove({ table: 'jobs', id: other })
    await restore([{ table: 'jobs', id: hidden }])
    expect(await visit('jobs', 'third')).toEqual({ gone: true })
  })

  test('has its corrections again', async () => {
    const id = await add('jobs', { apply_end_date: '2026-12-01' })
    await sql`update jobs set apply_end_date = '2026-12-08' where id = ${id}`
    const before = await sql`select * from corrections`
    expect(before).toHaveLength(1)
    await remove({ table: 'jobs', id })
    expect(await sql`select from corrections`).toHaveLength(0)
    await restore([{ table: 'jobs', id }])
    expect(await sql`select * from corrections`).toEqual(before)
  })

  test('still has its followers, who are not told that it was published', async () => {
    const id = await add('jobs')
    const [subscriber] = await sql`
      insert into push_subscriptions (endpoint, p256dh, auth) values ('https://fcm.googleapis.com/x', 'k', 'a') returning id`
    await sql`insert into push.follows values (${subscriber?.['id']}, ${`notice:jobs:${id}`}, '{notices,corrections}')`
    await remove({ table: 'jobs', id })
    await restore([{ table: 'jobs', id }])
    expect(await sql`select from push.events`).toHaveLength(0)
    expect(await sql`select topic, push.subject_of(topic) is not null as is_known from push.follows`).toEqual([
      { topic: `notice:jobs:${id}`, is_known: true },
    ])
    await add('jobs', { recruitment_id: null })
    await sql`update jobs set apply_end_date = '2026-12-09' where id = ${id}`
    await sql`update jobs set apply_end_date = '2026-12-10' where id = ${id}`
    expect(await sql`select event from push.events`, 'later changes are news').toEqual([{ event: 'corrections' }])
  })

  test('is found by the search, on lists and in the sitemap again', async () => {
    const id = await add('jobs', { title: 'Quixotic examination', slug: 'quixotic' })
    const found = async () => {
      const [row] = await as(
        sql,
        visitor,
        (our) => our`
        select search_notices('quixotic')::text as search, list_notices('jobs')::text as list,
               sitemap_entries('jobs', 1)::text as sitemap`,
      )
      return Object.values(row ?? {}).map((text) => String(text).includes('quixotic'))
    }
    expect(await found()).toEqual([true, true, true])
    await remove({ table: 'jobs', id })
    expect(await found()).toEqual([false, false, false])
    await restore([{ table: 'jobs', id }])
    expect(await found()).toEqual([true, true, true])
  })

  test('gets the next free slug when its own was taken, and says so', async () => {
    const id = await add('jobs', { slug: 'taken' })
    await remove({ table: 'jobs', id })
    await add('jobs', { slug: 'taken' })
    await add('jobs', { slug: 'taken-1' })
    expect(await restore([{ table: 'jobs', id }])).toEqual([
      expect.objectContaining(succeeds('jobs', id, { slug: 'taken-2', slug_was: 'taken' })),
    ])
    expect(await visit('jobs', 'taken')).toEqual({ shown: 'taken' })
    expect(await visit('jobs', 'taken-2')).toEqual({ shown: 'taken-2' })
  })

  test('keeps an old address of another notice, and does not take over one that is used', async () => {
    const id = await add('jobs', { slug: 'old' })
    await sql`update jobs set slug = 'new' where id = ${id}`
    await remove({ table: 'jobs', id })
    await add('jobs', { slug: 'old' })
    await restore([{ table: 'jobs', id }])
    expect(await visit('jobs', 'old')).toEqual({ shown: 'old' })
  })

  test('brings back its organization, category and recruitment if they were deleted, too', async () => {
    const organization_id = await add('organizations')
    const above = await add('categories')
    const category_id = await add('categories', { parent_id: above })
    const recruitment_id = await add('recruitments', { organization_id })
    const job: Address = { table: 'jobs', id: await add('jobs', { category_id, recruitment_id }) }
    const before = await whole(job)
    const others = [
      { table: 'recruitments', id: recruitment_id },
      { table: 'categories', id: category_id },
      { table: 'categories', id: above },
      { table: 'organizations', id: organization_id },
    ]
    for (const address of [job, ...others]) await remove(address)
    const restored = await restore([job])
    expect(restored.map(({ table, lost }) => [table, lost])).toEqual([
      ['categories', {}],
      ['categories', {}],
      ['organizations', {}],
      ['recruitments', {}],
      ['jobs', {}],
    ])
    expect(await whole(job)).toEqual(before)
    expect(await inBin()).toEqual([])
  })

  test('comes back without what was deleted for ever, and says so', async () => {
    const organization_id = await add('organizations')
    const job: Address = { table: 'jobs', id: await add('jobs', { organization_id }) }
    const organization = { table: 'organizations', id: organization_id }
    await remove(job)
    await remove(organization)
    await by(staff, (our) => our`select delete_for_ever(${our.json([organization])})`)
    expect(await restore([job])).toEqual([
      expect.objectContaining(succeeds('jobs', job.id, { lost: { organization_id: false } })),
    ])
    expect(await sql`select organization_id, updated_at > now() - interval '1 minute' as is_new from jobs`).toEqual([
      { organization_id: null, is_new: true },
    ])
  })

  test('refers to what took the place of a deleted organization', async () => {
    const [former, target] = [await add('organizations'), await add('organizations')]
    const job: Address = { table: 'jobs', id: await add('jobs', { organization_id: former }) }
    await remove(job)
    await by(staff, (our) => our`select reassign_and_delete('organizations', ${former}, ${target})`)
    expect(await restore([job])).toEqual([
      expect.objectContaining(succeeds('jobs', job.id, { lost: { organization_id: true } })),
    ])
    expect(await sql`select organization_id::int as id from jobs`).toEqual([{ id: target }])
    expect(await inBin()).toEqual([`organizations ${former}`])
  })
})

describe('what notices refer to', () => {
  test.each([
    ['an active', true],
    ['an inactive', false],
  ])(
    '%s organization gets back what was moved from it, with those who follow it still, except what was moved again',
    async (_which, isActive) => {
      const [former, target, third] = [
        await add('organizations'),
        await add('organizations'),
        await add('organizations'),
      ]
      const [job, again] = [
        await add('jobs', { organization_id: former }),
        await add('jobs', { organization_id: former }),
      ]
      const own = await add('jobs', { organization_id: target })
      const subscribers = await sql`
      insert into push_subscriptions (endpoint, p256dh, auth)
      select 'https://fcm.googleapis.com/' || number, 'k', 'a' from generate_series(1, 4) as number returning id::int`
      const [one, both, other, stopping] = subscribers.map(({ id }) => id as number)
      for (const [follower, organization] of [
        [one, former],
        [both, former],
        [both, target],
        [other, target],
        [stopping, former],
      ])
        for (const topic of [
          `organization:${organization}`,
          `list:jobs?organization=${organization}`,
          `list:jobs?organization=${organization}&state=bihar`,
        ])
          await sql`select push.follow(endpoint, ${topic}, '{notices}', 100) from push_subscriptions where id = ${follower!}`
      const follows = () => sql`select subscription_id, topic from push.follows order by 1, 2`
      const lists = async () =>
        (await sql`select topic from push.lists where topic in (select topic from push.follows) order by 1`).map(
          ({ topic }) => topic as string,
        )
      await sql`update organizations set is_active = ${isActive} where id = ${former}`
      const before = await follows()
      const listsBefore = await lists()
      expect([before.length, listsBefore.length]).toEqual([15, 4])
      await by(staff, (our) => our`select reassign_and_delete('organizations', ${former}, ${target})`)
      expect(await follows()).toHaveLength(12)
      await sql`delete from push.follows where subscription_id = ${stopping!}`
      await sql`update jobs set organization_id = ${third} where id = ${again}`
      expect(await restore([{ table: 'organizations', id: former }])).toEqual([
        expect.objectContaining(succeeds('organizations', former, { moved: 2 })),
      ])
      expect(await sql`select id::int, organization_id::int as organization from jobs order by id`).toEqual([
        { id: job, organization: former },
        { id: again, organization: third },
        { id: own, organization: target },
      ])
      expect(await follows()).toEqual(before.filter(({ subscription_id }) => Number(subscription_id) !== stopping))
      expect(await lists()).toEqual(listsBefore)
      expect(await sql`select from push.events`).toHaveLength(0)
    },
  )

  test('a category gets back those below it, also the one that took its place', async () => {
    const above = await add('categories')
    const former = await add('categories', { parent_id: above })
    const target = await add('categories', { parent_id: former })
    const below = await add('categories', { parent_id: former })
    const tree = () => sql`select id::int, parent_id::int from categories order by id`
    const before = await tree()
    await by(staff, (our) => our`select reassign_and_delete('categories', ${former}, ${target})`)
    await restore([{ table: 'categories', id: former }])
    expect(await tree()).toEqual(before)
    expect(below).toBeGreaterThan(0)
  })

  test('a category gets back those below it when one far below has taken its place', async () => {
    const former = await add('categories')
    const between = await add('categories', { parent_id: former })
    const target = await add('categories', { parent_id: between })
    const tree = () => sql`select id::int, parent_id::int from categories order by id`
    const before = await tree()
    await by(staff, (our) => our`select reassign_and_delete('categories', ${former}, ${target})`)
    await restore([{ table: 'categories', id: former }])
    expect(await tree()).toEqual(before)
  })

  test('a category comes back although one that was moved from below it is above it now', async () => {
    const above = await add('categories')
    const former = await add('categories', { parent_id: above })
    const below = await add('categories', { parent_id: former })
    const target = await add('categories')
    await by(staff, (our) => our`select reassign_and_delete('categories', ${former}, ${target})`)
    await sql`update categories set parent_id = ${below} where id = ${above}`
    const [row] = await restore([{ table: 'categories', id: former }])
    expect(row).toMatchObject({ outcome: 'restored' })
    expect(await sql`select parent_id::int from categories where id = ${below}`).toEqual([{ parent_id: target }])
  })
})

describe('many at once', () => {
  test('fifty of two kinds with the same slug in the bin twice come back in one call', async () => {
    const wanted: Address[] = []
    for (let number = 0; number < 25; number += 1)
      for (const table of ['jobs', 'results']) wanted.push({ table, id: await add(table) })
    const twice = { table: 'jobs', id: await add('jobs', { slug: 'twice' }) }
    await remove(twice)
    wanted.push(twice, { table: 'jobs', id: await add('jobs', { slug: 'twice' }) })
    const state =
      () => sql`select (select jsonb_agg(jobs order by id) from jobs where slug <> 'twice' and slug <> 'twice-1') as jobs,
      (select jsonb_agg(results order by id) from results) as results`
    const before = await state()
    for (const table of ['jobs', 'results']) await by(staff, (our) => our`delete from ${our(table)}`)
    expect(await inBin()).toHaveLength(52)
    expect((await restore(wanted)).filter(({ outcome }) => outcome === 'restored')).toHaveLength(52)
    expect(await state()).toEqual(before)
    expect(await sql`select id::int, slug from jobs where slug like 'twice%' order by slug`).toEqual([
      { id: wanted.at(-1)?.id, slug: 'twice' },
      { id: twice.id, slug: 'twice-1' },
    ])
  })

  test('an act restores what it has deleted itself, and names what others have deleted since', async () => {
    const [own, again] = [await add('jobs'), await add('jobs', { title: 'Deleted on purpose' })]
    const other = await signIn(sql, 'editor')
    const deleteAs = (person: Person, act: string, ids: number[]) =>
      by(person, async (our) => {
        await our`select set_config('suchana.act', ${act}, true)`
        await our`select delete_rows('jobs', ${ids})`
      })
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    await deleteAs(staff, first, [own, again])
    await restore([{ table: 'jobs', id: again }], other)
    await deleteAs(other, second, [again])
    // Who deletes what another account has deleted before has not deleted it.
    await deleteAs(staff, third, [again])
    for (const act of [first, third])
      expect(await restore([{ table: 'jobs', id: again, act }])).toEqual([
        { table: 'jobs', id: again, outcome: 'changed', title: 'Deleted on purpose' },
      ])
    // The answer to the first deletion was lost, and it was repeated.
    await deleteAs(staff, third, [own])
    expect(await restore([{ table: 'jobs', id: own, act: third }])).toMatchObject([{ id: own, outcome: 'restored' }])
    expect(await inBin()).toEqual([`jobs ${again}`])
    expect(await restore([{ table: 'jobs', id: again, act: second }])).toMatchObject([{ outcome: 'restored' }])
  })

  test('restoring again changes nothing, and two who restore at once restore once', async () => {
    const job = { table: 'jobs', id: await add('jobs') }
    await remove(job)
    const outcomes = (await Promise.all([restore([job]), restore([job])])).flat().map(({ outcome }) => outcome)
    expect(outcomes.map(String).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['restored', 'there'])
    const again = await restore([job, { table: 'jobs', id: 999 }])
    expect(again).toHaveLength(2)
    expect(again).toEqual(
      expect.arrayContaining([
        { ...job, outcome: 'there' },
        { table: 'jobs', id: 999, outcome: 'missing' },
      ]),
    )
  })

  test('a row that is inserted again by other means is not in the bin any more, and has its old addresses', async () => {
    const id = await add('jobs', { slug: 'first' })
    await sql`update jobs set slug = 'second' where id = ${id}`
    await remove({ table: 'jobs', id })
    await sql`insert into jobs (id, title, slug) overriding system value values (${id}, 'By hand', 'second')`
    expect(await inBin()).toEqual([])
    expect(await visit('jobs', 'first')).toEqual({ moved_to: 'second' })
  })

  test('what was deleted before a column was added gets its default', async () => {
    const stored = await undone(sql, async (our) => {
      const [row] = await our<{ id: number }[]>`insert into jobs (title, slug) values ('A', 'a') returning id::int`
      await our`delete from jobs`
      await our`alter table jobs add column extra integer not null default 7`
      await become(our, staff)
      await our`select restore_deleted(${our.json([{ table: 'jobs', id: row?.id ?? 0 }])})`
      return our`select extra from jobs`
    })
    expect(stored).toEqual([{ extra: 7 }])
  })
})

describe('the bin', () => {
  test('lists what was deleted, the last first, by kind, text, person and time, in pages', async () => {
    const [job, result] = [await add('jobs', { title: 'Clerk 50%' }), await add('results', { title: 'Clerk' })]
    const other = await signIn(sql, 'admin')
    await remove({ table: 'jobs', id: job })
    await by(other, (our) => our`delete from results where id = ${result}`)
    await sql`update bin.items set deleted_at = now() - interval '3 days' where table_name = 'jobs'`
    const list = async (filters = {}) => {
      const given = {
        tables: null,
        search: null,
        account: null,
        deleted_after: null,
        before_id: null,
        page_size: 50,
        ...filters,
      }
      const [row] = await by(
        staff,
        (our) => our`select bin_items(${given.tables}, ${given.search}, ${given.account},
        ${given.deleted_after}::timestamptz, ${given.before_id}, ${given.page_size}) as page`,
      )
      const { items, ...page } = (
        row as { page: { items: Record<string, unknown>[]; total: number; people: unknown[] } }
      ).page
      return { ...page, rows: items.map(({ table, id }) => [table, id]), items }
    }
    const all = await list()
    expect(all).toMatchObject({
      total: 2,
      rows: [
        ['results', result],
        ['jobs', job],
      ],
    })
    expect(all.people).toHaveLength(2)
    expect(all.items[1]).toMatchObject({ title: 'Clerk 50%', name: `${staff.claims.sub}@example.org` })
    expect((await list({ tables: ['jobs'] })).rows).toEqual([['jobs', job]])
    expect((await list({ search: '0%' })).rows).toEqual([['jobs', job]])
    expect((await list({ search: '50% clerk' })).rows).toEqual([['jobs', job]])
    expect((await list({ account: other.claims.sub })).rows).toEqual([['results', result]])
    expect((await list({ deleted_after: new Date(Date.now() - 86_400_000) })).rows).toEqual([['results', result]])
    expect(await list({ page_size: 1 })).toMatchObject({ total: 2, rows: [['results', result]] })
    expect((await list({ page_size: 1, before_id: all.items[0]?.['item'] })).rows).toEqual([['jobs', job]])
  })

  test('forgets what was deleted for ever, whose address stays gone', async () => {
    const job = { table: 'jobs', id: await add('jobs', { slug: 'gone', title: 'A secret title' }) }
    await remove(job)
    const forget = () => by(staff, (our) => our`select delete_for_ever(${our.json([job])}) as deleted`)
    expect(await forget()).toEqual([{ deleted: 1 }])
    expect(await forget(), 'again').toEqual([{ deleted: 0 }])
    expect(await by(staff, (our) => our`select bin_count()::int as left`)).toEqual([{ left: 0 }])
    expect(await visit('jobs', 'gone')).toEqual({ gone: true })
    expect(await restore([job])).toEqual([{ ...job, outcome: 'missing' }])
  })

  test('records who has deleted what for ever, once and by its title alone', async () => {
    const job = { table: 'jobs', id: await add('jobs', { title: 'Gone Clerk', description: 'Private' }) }
    await remove(job)
    const before = new Date()
    await by(staff, (our) => our`select delete_for_ever(${our.json([job])})`)
    await by(staff, (our) => our`select delete_for_ever(${our.json([job])})`)
    const [listed] = await by(staff, (our) => our`select activity(only_table => 'bin', since => ${before}) as changes`)
    expect(listed?.['changes']).toEqual([
      expect.objectContaining({
        operation: 'delete',
        table: 'bin',
        title: 'Gone Clerk',
        name: `${staff.claims.sub}@example.org`,
      }),
    ])
    const [recorded] = await sql`select before from history.changes where table_name = 'bin' order by id desc limit 1`
    expect(Object.keys(recorded?.['before'] as object).toSorted()).toEqual(['id', 'row', 'table', 'title'])
  })

  test('counts what the same act has deleted for ever before, because its answer was lost', async () => {
    const job = { table: 'jobs', id: await add('jobs', { slug: 'repeated' }) }
    await remove(job)
    const act = randomUUID()
    const forget = (person: Person, number = act) =>
      by(person, async (our) => {
        await our`select set_config('suchana.act', ${number}, true)`
        return our`select delete_for_ever(${our.json([job])}) as deleted`
      })
    expect(await forget(staff)).toEqual([{ deleted: 1 }])
    expect(await forget(staff), 'again').toEqual([{ deleted: 1 }])
    expect(await forget(staff, randomUUID()), 'in another act').toEqual([{ deleted: 0 }])
    expect(await forget(await signIn(sql, 'admin')), 'of somebody else').toEqual([{ deleted: 0 }])
    expect(await sql`select from history.changes where table_name = 'bin' and act = ${act}`).toHaveLength(1)
  })

  test('keeps a row that was restored and deleted again since its item was listed', async () => {
    const job = { table: 'jobs', id: await add('jobs', { slug: 'twice' }) }
    const listed = async () => {
      const items = await by(staff, (our) => our`select bin_items() -> 'items' -> 0 ->> 'item' as item`)
      return items.map(({ item }) => ({ ...job, item: Number(item) }))
    }
    const forget = (items: object[]) =>
      by(staff, (our) => our`select delete_for_ever(${our.json(items as never)}) as deleted`)
    await remove(job)
    const before = await listed()
    await restore([job])
    await remove(job)
    expect(await forget(before)).toEqual([{ deleted: 0 }])
    expect(await forget(await listed())).toEqual([{ deleted: 1 }])
  })

  test('is emptied of what is older than 30 days', async () => {
    const [old, recent] = [await add('jobs'), await add('jobs')]
    await sql`delete from jobs`
    await sql`update bin.items set deleted_at = now() - interval '30 days 1 minute' where record_id = ${old}`
    await sql`update bin.items set deleted_at = now() - interval '29 days 23 hours' where record_id = ${recent}`
    const server = openBackgroundConnections(url)
    await deleteOldRows(server)
    await server.end()
    expect(await inBin()).toEqual([`jobs ${recent}`])
  })

  test('keeps the files of its notices', async () => {
    await sql`insert into storage.objects (bucket_id, name) values ('notices', 'used.pdf'), ('notices', 'unused.pdf') on conflict do nothing`
    const id = await add('jobs', { apply_link: 'https://a.example/storage/v1/object/public/notices/used.pdf' })
    await remove({ table: 'jobs', id })
    expect(await sql`select rules.unused_files('0') as name`).toEqual([{ name: 'unused.pdf' }])
    await sql`delete from bin.items`
    expect((await sql`select rules.unused_files('0') as name`).map(({ name }) => name as string).toSorted()).toEqual([
      'unused.pdf',
      'used.pdf',
    ])
  })

  test.each([
    ['a visitor', visitor],
    ['a signed-in user who is not on the staff', user],
  ])('is closed to %s', async (_name, person) => {
    await remove({ table: 'jobs', id: await add('jobs') })
    for (const call of [
      `select restore_deleted('[{"table": "jobs", "id": 1}]')`,
      `select delete_for_ever('[{"table": "jobs", "id": 1}]')`,
      `select bin_items()`,
      `select bin_count()`,
      `select from bin.items`,
      `select change_rows('jobs', '[{"id": 1, "before": {}, "after": {"status": "Out"}}]')`,
      `select delete_rows('jobs', '{1}')`,
    ])
      await expect(by(person, (our) => our.unsafe(call))).rejects.toMatchObject({ code: '42501' })
    expect(await inBin()).toEqual(['jobs 1'])
  })

  test('is open to editors, except that they delete nothing for ever', async () => {
    const editor = await signIn(sql, 'editor')
    const job = { table: 'jobs', id: await add('jobs') }
    await by(editor, (our) => our`delete from jobs`)
    const [listed] = await by(editor, (our) => our`select bin_items() as page`)
    expect(listed?.['page']).toMatchObject({ total: 1, items: [{ name: `${editor.claims.sub}@example.org` }] })
    await expect(by(editor, (our) => our`select delete_for_ever(${our.json([job])})`)).rejects.toMatchObject({
      code: '42501',
    })
    expect(await restore([job], editor)).toEqual([expect.objectContaining({ outcome: 'restored' })])
  })

  test('cannot be read past its functions by staff', async () => {
    for (const verb of ['select from', 'delete from'])
      await expect(by(staff, (our) => our.unsafe(`${verb} bin.items`))).rejects.toMatchObject({ code: '42501' })
  })

  test.each([['{}'], ['null'], [JSON.stringify(Array.from({ length: 1001 }, () => ({ table: 'jobs', id: 1 })))]])(
    'restores no list like %.20s',
    async (wanted) => {
      await expect(by(staff, (our) => our`select restore_deleted(${wanted}::text::jsonb)`)).rejects.toMatchObject({
        code: '22023',
      })
    },
  )
})
