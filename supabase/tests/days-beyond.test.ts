import { expect, test } from 'vitest'
import { migrate } from '#backend/database/migrate.ts'
import { makeDatabase } from './test-database.ts'

/** Last migration before days had limits. */
const LAST_BEFORE = '20261210012510'

test('a day beyond the limits that was stored before becomes none, and the history has it', async () => {
  const { sql } = await makeDatabase('unmigrated')
  await migrate(sql, LAST_BEFORE)
  await sql`insert into jobs (title, slug, status, apply_start_date, apply_end_date) values
    ('Far', 'far', 'active', '2026-11-01', '10000-01-01'), ('Endless', 'endless', 'inactive', null, 'infinity'),
    ('Near', 'near', 'active', '2026-11-01', '2026-12-01')`
  await migrate(sql)
  const stored =
    await sql`select slug, apply_start_date::text as first, apply_end_date::text as last from jobs order by slug`
  expect(stored).toEqual([
    { slug: 'endless', first: null, last: null },
    { slug: 'far', first: '2026-11-01', last: null },
    { slug: 'near', first: '2026-11-01', last: '2026-12-01' },
  ])
  const changed = await sql`select before ->> 'apply_end_date' as last from history.changes
    where table_name = 'jobs' and operation = 'update' order by id`
  expect(changed).toEqual([{ last: '10000-01-01' }, { last: 'infinity' }])
  await sql`update jobs set status = 'active' where slug = 'endless'`
})

test('nobody is told that such a day was withdrawn, and notices with one come back from the bin', async () => {
  const { sql } = await makeDatabase('unmigrated')
  await migrate(sql, LAST_BEFORE)
  await sql`insert into push_subscriptions (endpoint, p256dh, auth) values ('https://fcm.googleapis.com/x', 'key', 'secret')`
  await sql`insert into push.follows (subscription_id, topic, events) select id, 'notice:jobs:1', '{corrections}' from push_subscriptions`
  await sql`insert into jobs (title, slug, status, apply_end_date, exam_date) values
    ('Far', 'far', 'active', '10000-01-01', null), ('Deleted', 'deleted', 'active', '10000-01-02', '2026-12-01'),
    ('Near', 'near', 'active', '2026-12-01', '2026-12-01')`
  await sql`delete from jobs where slug <> 'far'`
  await migrate(sql)
  expect(await sql`select from corrections`).toHaveLength(0)
  expect(await sql`select from push.events`).toHaveLength(0)
  await sql`select bin.insert_rows('jobs', array(select id from bin.items))`
  const restored =
    await sql`select slug, apply_end_date::text as last, exam_date::text as exam from jobs where slug <> 'far' order by slug`
  expect(restored).toEqual([
    { slug: 'deleted', last: null, exam: '2026-12-01' },
    { slug: 'near', last: '2026-12-01', exam: '2026-12-01' },
  ])
  await sql`update jobs set apply_end_date = '2026-12-24' where slug = 'far'`
  await sql`update jobs set apply_end_date = '2026-12-25' where slug = 'far'`
  expect(await sql`select new_value from corrections`).toEqual([{ new_value: '2026-12-25' }])
  expect(await sql`select event from push.events`).toEqual([{ event: 'corrections' }])
})
