import { expect, test } from 'vitest'
import { runBackend } from './running-backend.ts'
import { makeDatabase } from './test-database.ts'

/** Functions that the server calls by itself, with their arguments. */
const called = {
  'push.release': 'at timestamptz default now()',
  'push.remind': 'at timestamptz default now()',
  'rules.apply_due_plans': 'most integer',
  'rules.count_page_views': 'most integer',
  'rules.delete_page_views': 'older_than interval, most integer',
}

test('work in the background may take longer than a statement for which somebody waits', async () => {
  const database = await makeDatabase('migrated')
  const { sql } = database
  await sql`create table finished (name text)`
  await sql`grant all on finished to service_role`
  for (const [name, given] of Object.entries(called))
    await sql.unsafe(`
      create or replace function ${name}(${given}) returns integer language plpgsql as $$
      begin
        if not exists (select from public.finished where name = '${name}') then
          perform pg_sleep(5);
          insert into public.finished values ('${name}');
        end if;
        return 0;
      end $$`)
  const failures: string[] = []
  const { stop } = await runBackend(database, { logFailure: (what) => failures.push(what) })
  const finished = async () => {
    const rows = await sql<{ name: string }[]>`select distinct name from finished`
    return rows.map(({ name }) => name).sort()
  }
  await expect.poll(finished, { timeout: 40_000 }).toEqual(Object.keys(called))
  expect(failures).toEqual([])

  await sql`delete from finished`
  await expect
    .poll(async () => (await sql`select from pg_stat_activity where wait_event = 'PgSleep'`).count)
    .not.toBe(0)
  const begun = performance.now()
  await stop()
  expect(performance.now() - begun, 'a server that stops does not wait for it').toBeLessThan(4_000)
}, 60_000)
