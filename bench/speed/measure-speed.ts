import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import postgres from 'postgres'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'
import { measureGrowth } from './growth.ts'
import { measureKept, type Row } from './kept.ts'
import { generatorName, memoryOf } from './load.ts'
import { pagesOf } from './pages.ts'
import { measurePages, measureTwoServers } from './page-loads.ts'
import { measureVisible } from './visible.ts'

const RECORD = 'bench/speed.md'

/**
 * Prints what the issue of speed asks for, and writes it down.
 *
 * @param sizes numbers of notices to grow to; with none the growth is left out
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
  writeFileSync(RECORD, recordOf(tables))
  execFileSync('node_modules/.bin/oxfmt', [RECORD])
  console.log(`\nWritten to ${RECORD}`)
}

async function measureSample(dataDir: string, seconds: number, tables: Map<string, Row[]>): Promise<void> {
  const kept = await startServer(dataDir)
  const sql = postgres(databaseOf(dataDir), { max: 1, onnotice: () => {} })
  try {
    const pages = await pagesOf(kept)
    show(tables, 'Kept: from memory, gzip', await measureKept(kept, pages, seconds))
    show(tables, 'From a commit until the page shows it', await measureVisible(kept, sql))
    show(tables, 'The server process', [
      { 'first start to first page ms': Math.round(kept.readyAfter), 'memory after all this MB': memoryOf(kept.pid) },
    ])
  } finally {
    await sql.end()
    await kept.stop()
  }
  const beside = temporaryFolder()
  const uncached = await startServer(dataDir, { PAGE_CACHE_MEGABYTES: '0' })
  try {
    const rows = await measurePages(uncached, await pagesOf(uncached), { connections: [32, 256], seconds })
    rows.push(await measureTwoServers(uncached, beside.path, { connections: 32, seconds }))
    show(tables, 'Rendered for each request, identity encoding', rows)
  } finally {
    await uncached.stop()
    beside.remove()
  }
}

function show(tables: Map<string, Row[]>, title: string, rows: Row[]): void {
  console.log(`\n${title}`)
  console.table(rows)
  tables.set(title, rows)
}

function recordOf(tables: Map<string, Row[]>): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, load by ${generatorName} on the same cores`
  const day = new Date().toISOString().slice(0, 10)
  const parts = [...tables].map(([title, rows]) => `## ${title}\n\n${markdown(rows)}\n`)
  return `# Speed\n\nWritten by \`npm run bench -- speed\` on ${day}, commit ${commit}: ${machine}.\n\n${parts.join('\n')}`
}

function markdown(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
