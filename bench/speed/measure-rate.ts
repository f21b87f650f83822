import { showTable } from '#bench/figures.ts'
import { commitOf, machine, today, writeRecord, type Row } from '#bench/record.ts'
import { startServer, temporaryFolder } from '#bench/running-server.ts'
import { generatorName, loadAlternately, type Loaded } from './load.ts'
import { pagesOf } from './pages.ts'

const RECORD = 'bench/rate.md'
const CONNECTIONS = 32
const SEARCH = '/search?q=ssc'

/**
 * Measures how many pages one server renders per second, in turns with the server of another checkout.
 *
 * @param other folder of a built checkout, if any
 * @param seconds of each load
 */
export async function measureRate(other: string | undefined, seconds: number): Promise<void> {
  const checkouts = other ? { this: '.', other } : { this: '.' }
  const atStart = machine()
  const started = []
  try {
    for (const [name, checkout] of Object.entries(checkouts)) {
      const folder = temporaryFolder()
      const server = await startServer(folder.path, { PAGE_CACHE_MEGABYTES: '0' }, { checkout })
      started.push({ name: `${name}, ${commitOf(checkout)}`, folder, server })
    }
    const names = started.map(({ name }) => name)
    const rows: Row[] = []
    for (const { name, path } of await pagesOf(started[0]!.server)) {
      if (name === 'table') continue
      const loads = started.map(({ server }) => ({
        url: server.url + (name === 'search' ? SEARCH : path),
        connections: CONNECTIONS,
        seconds,
        pids: [server.pid],
      }))
      rows.push(rowOf(name, names, await loadAlternately(loads)))
      console.log(name)
    }
    showTable('Requests per second', rows)
    const how = `${CONNECTIONS} connections, ${seconds} s, load by ${generatorName} on the same cores: ${atStart} at the start.`
    const what = 'Every page rendered for each request by one server, in turns, median of three rounds'
    const introduction = `# Rate\n\nWritten by \`npm run bench -- rate\` on ${today()}: ${names.join(' beside ')}. ${what}, ${how}`
    writeRecord(RECORD, introduction, new Map([['Requests per second', rows]]))
  } finally {
    for (const { server, folder } of started) {
      await server.stop()
      folder.remove()
    }
  }
}

function rowOf(page: string, names: string[], loaded: Loaded[]): Row {
  const row: Row = { page }
  for (const [index, { perSecond, cpu, failed }] of loaded.entries()) {
    row[`${names[index]}: requests/s`] = perSecond
    row[`${names[index]}: processor ms`] = (cpu / 1_000).toFixed(2)
    if (failed) row[`${names[index]}: failed`] = failed
  }
  const [mine, others] = loaded
  if (mine && others) {
    row['ratio of requests/s (target 2.5)'] = (mine.perSecond / others.perSecond).toFixed(2)
    row['ratio of processor ms'] = (mine.cpu / others.cpu).toFixed(2)
  }
  return row
}
