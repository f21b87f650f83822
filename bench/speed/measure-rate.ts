import { showTable } from '#bench/figures.ts'
import { commitOf, machine, today, writeRecord, type Row } from '#bench/record.ts'
import { startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import { generatorName, loadAlternately, type Loaded } from './load.ts'
import { pagesOf, type Page } from './pages.ts'

const RECORD = 'bench/rate.md'
const CONNECTIONS = 32
const SEARCH = '/search?q=ssc'

/**
 * Pages that the page cache leaves out, so that every request renders them with the settings of a site, too. What the
 * database answers to them stays in memory while they are popular.
 */
const UNCACHED: readonly Page[] = [
  { name: 'list under filters, popular', path: '/jobs?qualification=graduate&sort=closing' },
  { name: 'search, popular', path: SEARCH },
]

/**
 * Measures how many pages one server renders per second, in turns with the server of another checkout.
 *
 * @param other folder of a built checkout, if any
 * @param seconds of each load
 */
export async function measureRate(other: string | undefined, seconds: number): Promise<void> {
  const checkouts = other ? { this: '.', other } : { this: '.' }
  const atStart = machine()
  const started: Started[] = []
  try {
    for (const [name, checkout] of Object.entries(checkouts))
      started.push(await start(`${name}, ${commitOf(checkout)}`, checkout, { PAGE_CACHE_MEGABYTES: '0' }))
    const names = started.map(({ name }) => name)
    const rows: Row[] = []
    const measure = async ({ name, path }: Page, servers: readonly Started[]) => {
      const loads = servers.map(({ server }) => ({
        url: server.url + path,
        connections: CONNECTIONS,
        seconds,
        pids: [server.pid],
      }))
      rows.push(rowOf(name, names, await loadAlternately(loads)))
      console.log(name)
    }
    for (const page of await pagesOf(started[0]!.server))
      if (page.name !== 'table') await measure(page.name === 'search' ? { ...page, path: SEARCH } : page, started)
    const others = started.slice(1)
    const usual = await start('this with the settings of a site', '.', {})
    started.push(usual)
    for (const page of UNCACHED) await measure(page, [usual, ...others])
    showTable('Requests per second', rows)
    const how = `${CONNECTIONS} connections, ${seconds} s, load by ${generatorName} on the same cores: ${atStart} at the start.`
    const what = `Every page rendered for each request by one server, in turns, median of three rounds: without the page cache and without answers
in memory; "popular" pages with the settings of a site, which never caches them but has answers to popular questions in memory`
    const introduction = `# Rate\n\nWritten by \`npm run bench -- rate\` on ${today()}: ${names.join(' beside ')}. ${what}, ${how}`
    writeRecord(RECORD, introduction, new Map([['Requests per second', rows]]))
  } finally {
    for (const { server, folder } of started) {
      await server.stop()
      folder.remove()
    }
  }
}

interface Started {
  name: string
  folder: ReturnType<typeof temporaryFolder>
  server: RunningServer
}

async function start(name: string, checkout: string, settings: Record<string, string>): Promise<Started> {
  const folder = temporaryFolder()
  return { name, folder, server: await startServer(folder.path, settings, { checkout }) }
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
