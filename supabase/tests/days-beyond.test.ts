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
