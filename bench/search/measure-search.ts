import { loadavg } from 'node:os'
import { createHistogram } from 'node:perf_hooks'
import postgres from 'postgres'
import { showTable } from '#bench/figures.ts'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'
import { generateNotices } from './generate-notices.ts'
import { measurePhrases } from './measure-phrases.ts'

const calls = 200
const requests = 60

/** Queries by type; several of each, so that no single one determines the result. */
const queries: Record<string, string[]> = {
  'rare word': ['purnia', 'siliguri', 'zila', 'begusarai', 'rourkela'],
  'common word': ['recruitment', 'online', 'admit', 'result', '2026'],
  '2 characters': ['up', 'mp', 'ra', 'ss', 'ar'],
  '3 words': ['ssc recruitment 2026', 'staff nurse recruitment', 'online form 2026', 'police constable admit'],
  'no match': ['zzqx', 'xylophone 2026', '2026 online form', 'railwy recrutment'],
  Devanagari: ['भर्ती', 'पुलिस', 'पुलिस कांस्टेबल', 'उत्तर प्रदेश', 'ती'],
}

/** Prints how long a search takes, in the database and over HTTP, as the number of notices grows. */
export async function measureSearch(sizes: number[]): Promise<void> {
  for (const size of sizes) {
    const folder = temporaryFolder()
    const server = await startServer(folder.path, { SAMPLE_DATA: 'off' })
    const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
    try {
      await generateNotices(sql, size)
      const notices = `${size.toLocaleString('en')} notices`
      showTable(notices, await measureQueries(sql, server.url))
      console.log(`Load average ${loadavg()[0]?.toFixed(1)}`)
      showTable(`${notices}: 1,000 phrases of several words`, await measurePhrases(sql))
      showTable(`${notices}: sizes`, await sizesOf(sql))
    } finally {
      await sql.end()
      await server.stop()
      folder.remove()
    }
  }
}

async function measureQueries(sql: postgres.Sql, url: string) {
  const rows: Record<string, Record<string, string>> = {}
  for (const [kind, texts] of Object.entries(queries)) {
    const search = await timed(calls, (call) => sql`select search_notices(${textOf(texts, call)}, null, 100)`)
    const suggest = await timed(calls, (call) => sql`select search_suggestions(${textOf(texts, call)})`)
    const page = await timed(requests, async (call) => {
      const response = await fetch(`${url}/search?q=${encodeURIComponent(textOf(texts, call))}`)
      await response.arrayBuffer()
    })
    rows[kind] = { 'search p50 / p99 ms': search, 'suggestions p50 / p99 ms': suggest, 'page p50 / p99 ms': page }
  }
  return rows
}

const textOf = (texts: string[], call: number) => texts[call % texts.length] ?? ''

/** The first ten calls warm up plans and caches and are not counted. */
async function timed(count: number, work: (call: number) => Promise<unknown>): Promise<string> {
  const histogram = createHistogram()
  for (let call = -10; call < count; call++) {
    const start = performance.now()
    await work(Math.abs(call))
    if (call >= 0) histogram.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
  }
  const ms = (percentile: number) => (histogram.percentile(percentile) / 1000).toFixed(1)
  return `${ms(50)} / ${ms(99)}`
}

async function sizesOf(sql: postgres.Sql) {
  const parts = await sql`
    select relnamespace::regnamespace || '.' || relname as name,
           round(sum(pg_relation_size(oid)) / 1e6, 1) as table_mb,
           round(sum(pg_indexes_size(oid)) / 1e6, 1) as index_mb
      from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'search')
     group by 1 having sum(pg_total_relation_size(oid)) > 1e6 order by 1`
  return Object.fromEntries(
    parts.map(({ name, table_mb, index_mb }) => [name, { 'table MB': table_mb, 'indexes MB': index_mb }]),
  )
}
