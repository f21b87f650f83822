import { expect, test } from 'vitest'
import { createSupabaseLite } from '#backend/supabase-lite/supabase-lite.ts'
import { keys, makeDatabase, siteUrl } from './test-database.ts'

test('the connections of Supabase Lite can be closed while statements are held up', async () => {
  const { sql, url } = await makeDatabase('unmigrated')
  await sql`drop schema auth cascade`
  const lite = createSupabaseLite(url, keys, { siteUrl })
  let work: Promise<void>[] = []
  await sql.begin(async (transaction) => {
    await transaction`lock table pg_catalog.pg_class in share row exclusive mode`
    work = [lite.provision()]
    await expect
      .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .not.toHaveLength(0)
    work.push(lite.close())
    // Now the statement goes on.
  })
  const [, closed] = await Promise.allSettled(work)
  expect(closed?.status).toBe('fulfilled')
})
