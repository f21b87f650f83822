import postgres from 'postgres'
import { showTable } from '#bench/figures.ts'
import { commitOf, machine, today, writeRecord, type Row } from './record.ts'
import { databaseOf, startServer, temporaryFolder } from './running-server.ts'
import { generateFacts } from './search/generate-facts.ts'
import { newTimer, processorTimeOf } from './search/session-timer.ts'

const RECORD = 'bench/filters-of-lists.md'

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
/** With a text, some of them. */
const WITH_TEXT = ['none', 'qualification', 'all']
const SORTS = [null, 'newest', 'closing', 'vacancies']
/** Texts by how many notices contain them, and what the others mean. */
const TEXTS: Record<string, string> = {
  'all notices': 'recruitment',
  'one in three': 'online form',
  'one in eight': 'railway',
  'one in a hundred': 'railway clerk recruitment',
  one: 'recruitment 4711',
  'one in nine, in as many terms': 'recruitment 4',
  'none, means a qualification': '10th pass',
  'none, means all': 'sarkari naukri',
  'none, misspelt': 'railwai constabel',
  'none at all': 'zzqx',
}
const CALLS = Number(process.env['CALLS'] ?? 100)

type Call = () => Promise<{ total: number }>

/** Measures how long a page of a filtered list or search with all its counts takes in the database. */
export async function measureFilteredLists(sizes: number[]): Promise<void> {
  const tables = new Map<string, Row[]>()
  for (const size of sizes) {
    const folder = temporaryFolder()
    const server = await startServer(folder.path, { SAMPLE_DATA: 'off' })
    const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
    try {
      await generateFacts(sql, size)
      await sql`set role anon`
      const title = `${size.toLocaleString('en')} jobs`
      for (const [what, measure] of [
        ['lists', measureLists],
        ['lists with a text', measureListsWithText],
        ['the search', measureSearch],
      ] as const) {
        const rows = await measure(sql)
        showTable(`${title}: ${what}`, rows)
        tables.set(`${title}: ${what}, ${machine()}`, rows)
      }
    } finally {
      await sql.end()
      await server.stop()
      folder.remove()
    }
  }
  writeRecord(RECORD, introduction(), tables)
}

const introduction = () => `# Filters of lists and of the search

Written by \`npm run bench -- filters-of-lists\` on ${today()}, commit ${commitOf('.', RECORD)}. Milliseconds of one call in the database, p50 / p99 of ${CALLS} calls
with every sort: waited for, and the processor time of the session, which hardly depends on how busy the machine is. All jobs have facts.`

async function measureLists(sql: postgres.Sql): Promise<Row[]> {
  const rows: Row[] = []
  for (const [filters, chosen] of Object.entries(COMBINATIONS))
    rows.push({ filters, ...(await timed(sql, SORTS.map(listCall(sql, chosen, null)))) })
  return rows
}

async function measureListsWithText(sql: postgres.Sql): Promise<Row[]> {
  const rows: Row[] = []
  for (const [contained, text] of Object.entries(TEXTS))
    for (const filters of WITH_TEXT) {
      const calls = SORTS.slice(1).map(listCall(sql, COMBINATIONS[filters] ?? {}, text))
      rows.push({ text, 'contained in': contained, filters, ...(await timed(sql, calls)) })
    }
  return rows
}

async function measureSearch(sql: postgres.Sql): Promise<Row[]> {
  const rows: Row[] = []
  for (const [contained, text] of Object.entries(TEXTS))
    for (const filters of WITH_TEXT) {
      const calls = SORTS.map((sort): Call => async () => {
        const [row] = await sql`select filtered_search(${text}, ${sql.json(COMBINATIONS[filters] ?? {})}, null, ${sort},
          result_limit => 100) -> 'totalFound' as total`
        return { total: row?.['total'] }
      })
      rows.push({ text, 'contained in': contained, filters, ...(await timed(sql, calls)) })
    }
  return rows
}

const listCall =
  (sql: postgres.Sql, filters: Record<string, string>, text: string | null) =>
  (sort: string | null): Call =>
  async () => {
    const [row] = await sql`select filtered_list('jobs', ${sql.json(filters)}, ${text}, ${sort}) -> 'total' as total`
    return { total: row?.['total'] }
  }

/** Makes the calls in turn; the first ones plan the query. */
async function timed(sql: postgres.Sql, calls: Call[]): Promise<Row> {
  const processorTime = await processorTimeOf(sql)
  const timer = newTimer()
  let found = 0
  for (let index = -calls.length; index < CALLS; index++) {
    const call = calls.at(index % calls.length) as Call
    if (index < 0) found = (await call()).total
    else await timer.time(call, processorTime)
  }
  const figures = timer.figures()
  return {
    found,
    'waited p50 / p99': `${figures['p50 ms']} / ${figures['p99 ms']}`,
    'processor p50 / p99': `${figures['processor p50 ms']} / ${figures['processor p99 ms']}`,
  }
}
