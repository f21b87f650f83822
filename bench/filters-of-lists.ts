import { createHistogram } from 'node:perf_hooks'
import { loadavg } from 'node:os'
import postgres from 'postgres'
import { databaseOf, startServer, temporaryFolder } from './running-server.ts'
import { generateFacts } from './search/generate-facts.ts'

/** Combinations of filters, from none to all, each with every sort. */
const COMBINATIONS: Record<string, Record<string, string>> = {
  none: {},
  qualification: { qualification: '10th' },
  'state of a few': { state: 'goa' },
  age: { age: '27' },
  open: { application: 'open' },
  closed: { application: 'closed' },
  'closing in a week': { closing: 'week' },
  'qualification, state': { qualification: 'graduate', state: 'bihar' },
  'qualification, age, category, fee': { qualification: 'graduate', age: '30', category: 'obc', fee: 'free' },
  all: {
    qualification: 'graduate',
    state: 'bihar',
    age: '27',
    category: 'sc',
    fee: 'free',
    vacancies: '10',
    application: 'closed',
    organization: 'organization-1',
  },
}
const SORTS = [null, 'newest', 'closing', 'vacancies']
const CALLS = Number(process.env['CALLS'] ?? 100)

/** Prints how long a page of a filtered list with all its counts takes in the database. */
export async function measureFilteredLists(sizes: number[]): Promise<void> {
  for (const size of sizes) {
    const folder = temporaryFolder()
    const server = await startServer(folder.path, { SAMPLE_DATA: 'off' })
    const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
    try {
      await generateFacts(sql, size)
      console.log(`\n${size.toLocaleString('en')} jobs, load average ${loadavg()[0]?.toFixed(1)}`)
      console.table(await measure(sql))
      console.log(`Load average ${loadavg()[0]?.toFixed(1)} at the end`)
    } finally {
      await sql.end()
      await server.stop()
      folder.remove()
    }
  }
}

async function measure(sql: postgres.Sql) {
  const rows: Record<string, Record<string, string | number>> = {}
  for (const [name, filters] of Object.entries(COMBINATIONS)) {
    const row: Record<string, string | number> = {}
    for (const sort of SORTS) {
      const { time, total } = await timed(sql, filters, sort)
      row['found'] = total
      row[`${sort ?? 'plain'} p50 / p99 ms`] = time
    }
    rows[name] = row
  }
  return rows
}

async function timed(sql: postgres.Sql, filters: Record<string, string>, sort: string | null) {
  const histogram = createHistogram()
  let total = 0
  await sql.begin(async (transaction) => {
    await transaction`set local role anon`
    for (let call = -5; call < CALLS; call++) {
      const start = performance.now()
      const [row] = await transaction`select filtered_list('jobs', ${transaction.json(filters)}, null, ${sort}) as list`
      if (call >= 0) histogram.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
      total = Number(row?.['list'].total)
    }
  })
  const ms = (percentile: number) => (histogram.percentile(percentile) / 1000).toFixed(1)
  return { time: `${ms(50)} / ${ms(99)}`, total }
}
