import postgres from 'postgres'
import { showTable } from '#bench/figures.ts'
import { commitOf, machine, today, writeRecord, type Row } from '#bench/record.ts'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'
import { measureGrowth } from './growth.ts'
import { measureCached } from './cached.ts'
import { memoryOf } from '#bench/process-figures.ts'
import { generatorName } from './load.ts'
import { pagesOf } from './pages.ts'
import { measurePages, measureTwoServers } from './page-loads.ts'
import { measureVisible } from './visible.ts'

const RECORD = 'bench/speed.md'

/**
 * Measures cached and rendered pages, visibility of changes and growth; prints the tables and writes them to a file.
 *
 * @param sizes numbers of notices to grow to; the growth is skipped when empty
 * @param seconds of each load
 */
export async function measureSpeed(sizes: number[], seconds: number): Promise<void> {
  const tables = new Map<string, Row[]>()
  const folder = temporaryFolder()
  try {
    await measureSample(folder.path, seconds, tables)
  } finally {
    folder.remove()
  }
  if (sizes.length > 0) {
    show(tables, 'Growth, 2 connections', await measureGrowth(sizes, seconds))
  }
  const how = `commit ${commitOf()}: ${machine()}, load by ${generatorName} on the same cores`
  writeRecord(RECORD, `# Speed\n\nWritten by \`npm run bench -- speed\` on ${today()}, ${how}.`, tables)
}

async function measureSample(dataDir: string, seconds: number, tables: Map<string, Row[]>): Promise<void> {
  const cached = await startServer(dataDir)
  const sql = postgres(databaseOf(dataDir), { max: 1, onnotice: () => {} })
  try {
    const pages = await pagesOf(cached)
    show(tables, 'Cached pages, gzip', await measureCached(cached, pages, seconds))
    show(tables, 'Time from a commit until the page shows it', await measureVisible(cached, sql))
    show(tables, 'The server process', [
      {
        'first start to first page ms': Math.round(cached.readyAfter),
        'memory after these loads MB': memoryOf(cached.pid),
      },
    ])
  } finally {
    await sql.end()
    await cached.stop()
  }
  const secondFolder = temporaryFolder()
  const uncached = await startServer(dataDir, { PAGE_CACHE_MEGABYTES: '0' })
  try {
    const rows = await measurePages(uncached, await pagesOf(uncached), { connections: [32, 256], seconds })
    rows.push(await measureTwoServers(uncached, secondFolder.path, { connections: 32, seconds }))
    show(tables, 'Rendered for each request, identity encoding', rows)
  } finally {
    await uncached.stop()
    secondFolder.remove()
  }
}

function show(tables: Map<string, Row[]>, title: string, rows: Row[]): void {
  showTable(title, rows)
  tables.set(title, rows)
}
