import postgres from 'postgres'
import type { Row } from '#bench/record.ts'
import { databaseOf, startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import { generateNotices } from '#bench/search/generate-notices.ts'
import { memoryOf } from './load.ts'
import { pagesOf } from './pages.ts'
import { measurePages } from './page-loads.ts'

/** Few, so that the figures are those of the pages and not of a queue. */
const CONNECTIONS = 2

/** How start-up, memory and pages that are rendered each time change with the number of notices. */
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

/** First as everybody runs it, then with every page rendered for each request. */
async function measureSize(dataDir: string, size: number, seconds: number): Promise<Row> {
  const asUsual = await startServer(dataDir, { SAMPLE_DATA: 'off' })
  const usual = await rowOf(asUsual, 'kept', seconds)
  const memory = memoryOf(asUsual.pid)
  await asUsual.stop()
  const anew = await startServer(dataDir, { SAMPLE_DATA: 'off', PAGE_CACHE_MEGABYTES: '0' })
  const rendered = await rowOf(anew, 'rendered', seconds)
  await anew.stop()
  return {
    notices: size,
    'start to first page ms': Math.round(asUsual.readyAfter),
    'memory MB': memory,
    ...usual,
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
