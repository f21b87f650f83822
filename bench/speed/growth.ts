import postgres from 'postgres'
import type { Row } from '#bench/record.ts'
import { databaseOf, startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import { generateNotices } from '#bench/search/generate-notices.ts'
import { memoryOf } from '#bench/process-figures.ts'
import { pagesOf } from './pages.ts'
import { measurePages } from './page-loads.ts'

/** Few connections, so that latencies contain no time in a queue. */
const CONNECTIONS = 2

/** Start-up time, memory and latency of cached and rendered pages by number of notices. */
export async function measureGrowth(sizes: number[], seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const size of sizes) {
    const folder = temporaryFolder()
    try {
      await fill(folder.path, size)
      rows.push(await measureSize(folder.path, size, seconds))
    } finally {
      folder.remove()
    }
  }
  return rows
}

async function fill(dataDir: string, size: number): Promise<void> {
  const server = await startServer(dataDir, { SAMPLE_DATA: 'off' })
  const sql = postgres(databaseOf(dataDir), { max: 1, onnotice: () => {} })
  try {
    await generateNotices(sql, size)
    await sql`vacuum analyze`
  } finally {
    await sql.end()
    await server.stop()
  }
}

/** Measures first with the default settings, then with the page cache switched off. */
async function measureSize(dataDir: string, size: number, seconds: number): Promise<Row> {
  const byDefault = await startServer(dataDir, { SAMPLE_DATA: 'off' })
  const cached = await rowOf(byDefault, 'cached', seconds)
  const memory = memoryOf(byDefault.pid)
  await byDefault.stop()
  const uncached = await startServer(dataDir, { SAMPLE_DATA: 'off', PAGE_CACHE_MEGABYTES: '0' })
  const rendered = await rowOf(uncached, 'rendered', seconds)
  await uncached.stop()
  return {
    notices: size,
    'start to first page ms': Math.round(byDefault.readyAfter),
    'memory MB': memory,
    ...cached,
    ...rendered,
  }
}

/** Median and 99th percentile of each page. */
async function rowOf(server: RunningServer, how: string, seconds: number): Promise<Row> {
  const measured = await measurePages(server, await pagesOf(server), { connections: [CONNECTIONS], seconds })
  return Object.fromEntries(
    measured.map((row) => [`${row['page']}, ${how}, p50 / p99 ms`, `${row['p50 ms']} / ${row['p99 ms']}`]),
  )
}
