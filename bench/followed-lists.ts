import { loadavg } from 'node:os'
import { createHistogram } from 'node:perf_hooks'
import postgres from 'postgres'
import { wantedDates } from '#domain/calendar-address.ts'
import { addDays } from '#domain/dates.ts'
import { showTable } from '#bench/figures.ts'
import { databaseOf, startServer, temporaryFolder } from './running-server.ts'
import { generateFacts } from './search/generate-facts.ts'

const JOBS = 100_000
const CALLS = Number(process.env['CALLS'] ?? 50)
const TODAY = '2026-11-22'

const WANTED = wantedDates({ type: null, kind: null }).map(({ kind, row }) => ({
  table: kind.table,
  label: row.label,
  fields: [...row.fields],
}))

/** Prints how long a job takes to be saved while lists are followed, and how long the calendar takes in the database. */
export async function measureFollowedLists(lists: number): Promise<void> {
  const folder = temporaryFolder()
  const server = await startServer(folder.path, { SAMPLE_DATA: 'off' })
  const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
  try {
    await generateFacts(sql, JOBS)
    await generateDates(sql)
    console.log(`\n${JOBS.toLocaleString('en')} jobs, load average ${loadavg()[0]?.toFixed(1)}`)
    showTable('The calendar', await measureCalendar(sql))
    const rows: Record<string, object> = { 'no list': await measureSaves(sql) }
    for (const followed of [lists / 10, lists]) {
      await followLists(sql, followed)
      rows[`${followed} lists`] = await measureSaves(sql)
    }
    showTable('Saving a job', rows)
    console.log(`Load average ${loadavg()[0]?.toFixed(1)} at the end`)
  } finally {
    await sql.end()
    await server.stop()
    folder.remove()
  }
}

/** Every job gets a recruitment, and every second one an admit card with an exam. */
async function generateDates(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`insert into recruitments (title, slug) select 'Recruitment ' || id, 'recruitment-' || id from jobs order by id`
    await transaction`update jobs set recruitment_id = id, exam_date = apply_end_date + 60`
    await transaction`insert into admit_cards (title, slug, recruitment_id, exam_date, admit_card_available_date)
      select 'Admit card ' || id, 'card-' || id, id, exam_date, exam_date - 10 from jobs where id % 2 = 0`
  })
  await sql`select content.rebuild_days(kinds) from content.kinds`
  await sql`vacuum analyze`
}

async function measureCalendar(sql: postgres.Sql) {
  const month = (filters: object) => () =>
    sql`select calendar_days('2026-11-01', '2026-11-30', ${sql.json(WANTED)}, 3, 0, ${sql.json(filters as never)})`
  const events = (filters: object) => () =>
    sql`select calendar_events(${addDays(TODAY, -7)}, ${TODAY}, ${addDays(TODAY, 365)}, ${sql.json(WANTED)}, 500, ${sql.json(filters as never)})`
  const [common, rare] = [{ qualification: '10th' }, { qualification: 'postgraduate', state: 'goa' }]
  return {
    month: await timed(month({})),
    'month, 10th': await timed(month(common)),
    'month, postgraduate in a state of a few': await timed(month(rare)),
    'subscription, 500 notices': await timed(events({})),
    'subscription, 10th': await timed(events(common)),
    'subscription, postgraduate in a state of a few': await timed(events(rare)),
  }
}

/** Follows so many different lists of three filters. */
async function followLists(sql: postgres.Sql, count: number): Promise<void> {
  await sql`truncate push_subscriptions, push.lists restart identity cascade`
  await sql`insert into push_subscriptions (endpoint, p256dh, auth)
    select 'https://push.example/' || n, 'x', 'y' from generate_series(1, ${count}::integer / 50) as n`
  await sql`select setseed(0.57)`
  await sql`
    insert into push.follows (subscription_id, topic, events)
    select (n % (${count}::integer / 50)) + 1, topic, '{notices}' from (
      select n, push.list_topic('jobs', jsonb_build_object(
        'state', (rules.states())[1 + floor(37 * random())], 'qualification', (rules.qualifications())[1 + floor(8 * random())],
        'age', 18 + floor(25 * random()), 'vacancies', (published.vacancy_steps())[1 + floor(5 * random())]
      ), random() < 0.5) as topic from generate_series(1, ${count}::integer) as n
    ) as made where push.store_list(topic, '{notices}') on conflict do nothing`
  await sql`analyze push.lists, push.list_terms, push.follows`
}

async function measureSaves(sql: postgres.Sql) {
  let number = 0
  const insert = (states: string) => async () => {
    number += 1
    await sql
      .begin(async (transaction) => {
        await transaction`
        insert into jobs (title, slug, qualifications, states, age_min, age_max, total_posts)
        values ('New', ${`new-${number}`}, '{8th}', ${`{${states}}`}, 18, 40, 5000)`
        await transaction`select 1`
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  }
  const [row] = await sql`select count(*)::integer as lists, coalesce(cardinality(push.lists_with('jobs',
    push.terms_of('{"qualifications": ["8th"], "states": ["all-india"], "age_min": 18, "age_max": 40, "total_posts": 5000}'), '{notices}')), 0) as found
    from push.lists`
  return {
    'different lists': row?.['lists'],
    'of them with the notice of all India': row?.['found'],
    'one state, p50 / p99 ms': await timed(insert('goa')),
    'all India, p50 / p99 ms': await timed(insert('all-india')),
  }
}

const undo = new Error('undo')

async function timed(call: () => Promise<unknown>): Promise<string> {
  const histogram = createHistogram()
  for (let number = -3; number < CALLS; number += 1) {
    const start = performance.now()
    await call()
    if (number >= 0) histogram.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
  }
  return [50, 99].map((percent) => (histogram.percentile(percent) / 1000).toFixed(1)).join(' / ')
}
