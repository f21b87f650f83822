import type postgres from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, become, signIn, undone } from './database-users.ts'
import { makeDatabase } from './test-database.ts'

const { sql } = await makeDatabase('migrated')
const staff = await signIn(sql, 'admin')

beforeEach(async () => {
  await sql`truncate jobs, categories, organizations, recruitments, bin.items restart identity cascade`
  await sql`insert into jobs (title, slug, status, is_quick_link)
    select 'Job ' || number, 'job-' || number, 'active', false from generate_series(1, 50) as number`
})

const call = async (name: 'change_rows' | 'delete_rows', target: string, given: unknown, versions?: string[]) => {
  const [row] = await sql.begin(async (our) => {
    await become(our, staff)
    const value = name === 'delete_rows' ? our`${given as number[]}::bigint[]` : our`${our.json(given as never)}`
    const more = versions ? our`, ${versions}::text[]` : our``
    return our`select ${our(name)}(${target}, ${value}${more}) as answer`
  })
  return row?.['answer'] as { id: number; outcome: string }[]
}
const change = (id: number, before: object, after: object) => ({ id, before, after })

test('fifty rows are changed by one statement, which the outbox and the time of change notice', async () => {
  await sql`delete from outbox.changes`
  const changes = Array.from({ length: 50 }, (_, index) => change(index + 1, { status: 'active' }, { status: 'Out' }))
  const answer = await call('change_rows', 'jobs', changes)
  expect(answer.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 50 }, () => 'done'))
  expect(await sql`select from jobs where status = 'Out' and updated_at > created_at`).toHaveLength(50)
  expect(await sql`select from outbox.changes where kind = 'UPDATE'`).toHaveLength(50)
})

test('a row that somebody has changed meanwhile is left and named, and one that is gone, too', async () => {
  await sql`update jobs set status = 'Start' where id = 2`
  await sql`delete from jobs where id = 3`
  const changes = [1, 2, 3].map((id) => change(id, { status: 'active' }, { status: null }))
  const expected = [
    { id: 1, outcome: 'done' },
    { id: 2, outcome: 'changed' },
    { id: 3, outcome: 'gone' },
  ]
  expect(await call('change_rows', 'jobs', changes)).toEqual(expected)
  const stored = () => sql`select id::int, status, updated_at from jobs where id < 4 order by id`
  const once = await stored()
  expect(once).toMatchObject([{ status: null }, { status: 'Start' }])
  expect(await call('change_rows', 'jobs', changes), 'again').toEqual(expected)
  expect(await stored()).toEqual(once)
})

test('each row may get a value of its own, and what is changed back is as it was', async () => {
  const changes = [
    change(1, { post_time: null }, { post_time: '05/11/2026 7:20 PM' }),
    change(2, { post_time: null }, { post_time: '05/11/2026 8:00 AM' }),
  ]
  await call('change_rows', 'jobs', changes)
  const [row] = await sql`select array_agg(post_time order by id) as times from jobs where id < 3`
  expect(row?.['times']).toEqual(['05/11/2026 7:20 PM', '05/11/2026 8:00 AM'])
  await call(
    'change_rows',
    'jobs',
    changes.map(({ id, before, after }) => change(id, after, before)),
  )
  expect(await sql`select from jobs where post_time is null`).toHaveLength(50)
})

test('a time in the form of browsers is the same time in a repetition and in an undoing', async () => {
  const never = { checked_at: null }
  const now = { checked_at: '2026-11-23T01:00:00.120Z' }
  const done = [{ id: 1, outcome: 'done' }]
  expect(await call('change_rows', 'jobs', [change(1, never, now)])).toEqual(done)
  expect(await call('change_rows', 'jobs', [change(1, never, now)]), 'again').toEqual(done)
  expect(await call('change_rows', 'jobs', [change(1, now, never)]), 'undone').toEqual(done)
  expect(await sql`select from jobs where id = 1 and checked_at is null`).toHaveLength(1)
})

test('a schedule is ended with the status, again too, and undone with it', async () => {
  const plan = { state: 'scheduled', status: 'Out', publish_at: '2099-01-01T00:00:00+00:00', hide_at: null }
  const hidden = { state: 'hidden', status: 'Out', publish_at: null, hide_at: null }
  const published = { ...hidden, state: 'published', status: 'Start' }
  await sql`update jobs set plan = ${sql.json(plan)} where id = 1`
  const stored = async () => {
    const [row] = await sql`select jobs.status, to_jsonb(notice_plans) as plan
      from jobs left join notice_plans on content_table = 'jobs' and record_id = jobs.id where jobs.id = 1`
    return row
  }
  const turn = async (before: object, after: object) => {
    const done = [{ id: 1, outcome: 'done' }]
    expect(await call('change_rows', 'jobs', [change(1, before, after)])).toEqual(done)
    expect(await call('change_rows', 'jobs', [change(1, before, after)]), 'again').toEqual(done)
    return stored()
  }
  const was = { status: 'inactive', plan }
  expect(await turn(was, { status: 'inactive', plan: hidden })).toMatchObject({ status: 'inactive', plan: hidden })
  expect(await turn({ status: 'inactive', plan: hidden }, was), 'undone').toMatchObject(was)
  expect(await turn(was, { status: 'Start', plan: published })).toEqual({ status: 'Start', plan: null })
  // The history has made it inactive again before the plan returns.
  const [made] = await sql`select act from history.changes where after ->> 'status' = 'Start'`
  await sql.begin(async (our) => {
    await become(our, staff)
    await our`select public.undo_act(${made?.['act'] as string})`
  })
  expect(await turn({ status: 'Start', plan: published }, was), 'undone').toMatchObject(was)
})

const scheduled = { state: 'scheduled', status: 'Out', publish_at: '2099-01-01T00:00:00.000Z', hide_at: null }
const draft = { state: 'draft', status: 'Out', publish_at: null, hide_at: null }
const published = { state: 'published', status: 'Start', publish_at: null, hide_at: null }
const until = { state: 'published', hide_at: '2099-01-02T00:00:00.000Z' }

test.each([
  ['a schedule where nothing was planned', null, scheduled],
  ['a time to hide where nothing was planned', null, until],
  ['another time', scheduled, { ...scheduled, publish_at: '2099-02-01T00:00:00.000Z' }],
  ['another badge', scheduled, { ...scheduled, status: 'Soon' }],
  ['a schedule for a draft', draft, scheduled],
])('%s, which somebody has stored since the preview, stays, and the row is named', async (_what, plan, since) => {
  const status = since === until ? 'active' : 'inactive'
  await sql`update jobs set status = ${status}, plan = ${plan && sql.json(plan)} where id in (1, 2)`
  await sql`update jobs set plan = ${sql.json(since)} where id = 1`
  const stored = () => sql`select jobs.status, notice_plans.* from jobs left join notice_plans
    on content_table = 'jobs' and record_id = jobs.id where jobs.id = 1`
  const before = await stored()
  const changes = [1, 2].map((id) =>
    change(id, { status, plan }, { status: 'Start', plan: plan && { ...plan, ...published } }),
  )
  expect(await call('change_rows', 'jobs', changes)).toEqual([
    { id: 1, outcome: 'changed' },
    { id: 2, outcome: 'done' },
  ])
  expect(await stored()).toEqual(before)
})

test('a repeated request leaves what somebody has planned since', async () => {
  const hidden = { ...draft, state: 'hidden' }
  await sql`update jobs set plan = ${sql.json(scheduled)} where id = 1`
  const changes = [change(1, { status: 'inactive', plan: scheduled }, { status: 'inactive', plan: hidden })]
  expect(await call('change_rows', 'jobs', changes)).toEqual([{ id: 1, outcome: 'done' }])
  await sql`update jobs set plan = ${sql.json(draft)} where id = 1`
  expect(await call('change_rows', 'jobs', changes)).toEqual([{ id: 1, outcome: 'changed' }])
  expect(await sql`select state, status from notice_plans`).toEqual([{ state: 'draft', status: 'Out' }])
})

test('a row that has the values already is not written again', async () => {
  await sql`update jobs set plan = ${sql.json(draft)} where id = 1`
  const stored = () => sql`select status, updated_at from jobs where id = 1`
  const before = await stored()
  const values = { status: 'inactive', plan: draft }
  expect(await call('change_rows', 'jobs', [change(1, values, values)])).toEqual([{ id: 1, outcome: 'done' }])
  expect(await stored()).toEqual(before)
})

test.each([
  ['a column that the database fills in', 'jobs', { created_at: '2020-01-01' }, '42501'],
  ['a value that is not allowed', 'jobs', { status: 'INACTIVE' }, '23514'],
  ['an organization that does not exist', 'jobs', { organization_id: 99 }, '23503'],
  ['a table that is none of those', 'profiles', { role: 'admin' }, '22023'],
])('%s is refused for all rows', async (_what, target, after, code) => {
  await expect(call('change_rows', target, [change(1, {}, after), change(2, {}, after)])).rejects.toMatchObject({
    code,
  })
  expect(await sql`select from jobs where updated_at <> created_at`).toHaveLength(0)
})

test('fifty rows are deleted by one call, and again', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  const done = ids.map((id) => ({ id, outcome: 'done' }))
  expect(await call('delete_rows', 'jobs', ids)).toEqual(done)
  expect(await sql`select from jobs`).toHaveLength(0)
  expect(await sql`select from bin.items`).toHaveLength(50)
  expect(await call('delete_rows', 'jobs', ids)).toEqual(done)
})

test('a row that somebody has changed since the preview is not deleted, and is named', async () => {
  await sql`insert into organizations (name, slug) values ('One', 'one'), ('Two', 'two')`
  for (const table of ['jobs', 'organizations']) {
    const read = await sql`select updated_at::text as version from ${sql(table)} where id in (1, 2) order by id`
    const versions = read.map(({ version }) => version as string)
    await sql`update ${sql(table)} set slug = slug || '-new' where id = 1`
    const expected = [
      { id: 1, outcome: 'changed' },
      { id: 2, outcome: 'done' },
    ]
    expect(await call('delete_rows', table, [1, 2], versions)).toEqual(expected)
    expect(await call('delete_rows', table, [1, 2], versions), 'again').toEqual(expected)
    expect(await sql`select id::int from ${sql(table)} where id in (1, 2)`).toEqual([{ id: 1 }])
  }
  await expect(call('delete_rows', 'jobs', [1, 3], ['2026-01-01'])).rejects.toMatchObject({ code: '22023' })
})

test('of several categories those in use stay and are named, those used only by deleted ones go', async () => {
  await sql`insert into categories (name, slug, parent_id) values ('Above', 'above', null), ('Below', 'below', 1), ('Used', 'used', null)`
  await sql`update jobs set category_id = 3 where id = 1`
  expect(await call('delete_rows', 'categories', [1, 2, 3])).toEqual([
    { id: 1, outcome: 'done' },
    { id: 2, outcome: 'done' },
    { id: 3, outcome: 'used' },
  ])
  expect(await as(sql, staff, (our) => our`select name from categories`)).toEqual([{ name: 'Used' }])
})

describe('a further table', () => {
  /** Does some work as staff beside a table of boards. */
  const withBoards = <T>(isPrepared: boolean, work: (by: postgres.ISql) => Promise<T>) =>
    undone(sql, async (by) => {
      await by`create table boards (like organizations including all)`
      await by`insert into boards (name, slug) values ('Old board', 'old')`
      if (isPrepared) await by`select rules.prepare_table('boards', 'is_active')`
      await become(by, staff)
      return work(by)
    })
  const rename = (by: postgres.ISql) => by`
    select change_rows('boards', ${by.json([change(1, { name: 'Old board' }, { name: 'Board' })] as never)}) as answer`
  const uses = (by: postgres.ISql) => by`select * from reference_uses('boards', 1)`

  test('can be changed in bulk, and be referred to, as soon as it is prepared', async () => {
    expect(await withBoards(true, rename)).toEqual([{ answer: [{ id: 1, outcome: 'done' }] }])
    expect(await withBoards(true, uses)).toEqual([])
  })

  test('is unknown before that', async () => {
    for (const work of [rename, uses]) await expect(withBoards(false, work)).rejects.toMatchObject({ code: '22023' })
  })
})
