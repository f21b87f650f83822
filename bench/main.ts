/**
 * `npm run bench`: prints measurements of this machine. No measurement fails because of its result. Each command compares its
 * figures with the recorded runs of the same machine; `--record` records this run too. `bench/README.md` lists the
 * commands, and `npm run bench -- --help` prints its list.
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { showTable } from './figures.ts'
import { measureFilteredLists } from './filters-of-lists.ts'
import { measureFollowedLists } from './followed-lists.ts'
import { measureFuzz } from './fuzz/measure-fuzz.ts'
import { measureHistory } from './history.ts'
import { measureInteraction } from './interaction.ts'
import { measureLighthouse } from './lighthouse.ts'
import { compareWithRecords } from './recorded-runs.ts'
import { openLine, UNSLOWED } from './phone/slow-line.ts'
import { measurePush } from './push/measure-push.ts'
import { measurePhone } from './phone/measure-phone.ts'
import { measureFilters } from './realtime/measure-filters.ts'
import { measureFraming } from './realtime/measure-framing.ts'
import { measureOpenPage } from './realtime/measure-open-page.ts'
import { measureRealtime } from './realtime/measure-realtime.ts'
import { freePort } from '#test/free-port.ts'
import { startServer, temporaryFolder } from './running-server.ts'
import { measureSearch } from './search/measure-search.ts'
import { measureSignIn } from './sign-in.ts'
import { measureAttack } from './speed/measure-attack.ts'
import { measureCalls } from './speed/measure-calls.ts'
import { measureRate } from './speed/measure-rate.ts'
import { measureSpeed } from './speed/measure-speed.ts'
import { measureSteady } from './speed/measure-steady.ts'
import { measuredPagesOf, measureWeight } from './weight.ts'

/** Second starts of each kind, in turns. */
const STARTS = 5

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help) {
  console.log(listOfCommands())
  process.exit()
}
const [part = 'pages', ...counts] = positionals
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`)

if (part === 'search') await measureSearch(counts.length > 0 ? counts.map(Number) : [186, 10_000, 100_000, 1_000_000])
else if (part === 'filters-of-lists') await measureFilteredLists(counts.length > 0 ? counts.map(Number) : [100_000])
else if (part === 'followed-lists') await measureFollowedLists(Number(counts[0] ?? 10_000))
else if (part === 'speed') await measureSpeed(sizesOf(counts), Number(process.env['SECONDS'] ?? 5))
else if (part === 'realtime') await measureRealtime(Number(counts[0] ?? 10_000))
else if (part === 'framing') await measureFraming(Number(counts[0] ?? 2_000))
else if (part === 'filters') await measureFilters()
else if (part === 'push') await measurePush(Number(counts[0] ?? 100_000))
else if (part === 'open-page') await measureOpenPage()
else if (part === 'phone') await measurePhone(counts[0], Number(process.env['ROUNDS'] ?? 5))
else if (part === 'rate') await measureRate(counts[0], Number(process.env['SECONDS'] ?? 5))
else if (part === 'steady') await measureSteady(Number(counts[0] ?? 10), Number(process.env['SECONDS'] ?? 2))
else if (part === 'sign-in') await measureSignIn()
else if (part === 'history') await measureHistory(Number(counts[0] ?? 1_000))
else if (part === 'fuzz') await measureFuzz(Number(counts[0] ?? 1_000_000))
else if (part === 'attack') await measureAttack(counts[0], Number(process.env['SECONDS'] ?? 10))
else if (part === 'calls') await measureCalls(Number(process.env['SECONDS'] ?? 10))
else if (part === 'interaction') await measureInteraction()
else if (part === 'pages') await measurePages()
else {
  console.error(`There is no measurement "${part}": npm run bench -- --help lists them.`)
  process.exit(2)
}

const { SECONDS = '', ROUNDS = '', CALLS = '' } = process.env
/** Where another checkout is does not matter. */
const named = counts.map((count) => (count.includes('/') ? 'beside another checkout' : count))
const how = [...named, SECONDS, ROUNDS, CALLS].filter(Boolean).join(' ')
compareWithRecords(`bench/records/${part}.json`, how, values.record === true)

/** @returns the commands and what they measure, from the table of the document, without its markup */
function listOfCommands(): string {
  const document = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  const rows = document.matchAll(/^\| `(npm run bench.*?)` +\| (.*?) +\|$/gm)
  return [...rows]
    .map(([, command = '', about = '']) => `${command.padEnd(46)} ${about.replaceAll('`', '')}`)
    .join('\n')
}

function sizesOf(named: string[]): number[] {
  if (named[0] === 'none') return []
  return named.length > 0 ? named.map(Number) : [1_000, 10_000, 100_000, 1_000_000]
}

async function measurePages(): Promise<void> {
  const folder = temporaryFolder()
  try {
    await measureServer(folder.path)
  } finally {
    folder.remove()
  }
}

async function measureServer(dataDir: string): Promise<void> {
  const first = await startServer(dataDir)
  await first.stop()
  const line = await openLine(UNSLOWED)
  const port = await freePort()
  // The site address is that of the line: the server rejects forms and sockets from other origins.
  const settings = { PORT: String(port), SITE_URL: line.url }
  const again: Record<'server' | 'npm', number[]> = { server: [], npm: [] }
  for (let start = 0; start < STARTS; start += 1) {
    for (const [name, command] of [
      ['server', undefined],
      ['npm', ['npm', 'start']],
    ] as const) {
      const server = await startServer(dataDir, settings, { command })
      again[name].push(server.readyAfter)
      await server.stop()
    }
  }
  showTable('From the start of the process to the first page', {
    'first start (new database, sample data)': { ms: Math.round(first.readyAfter) },
    'second start': { ms: rangeOf(again.server) },
    'second npm start': { ms: rangeOf(again.npm) },
  })
  const second = await startServer(dataDir, settings)
  line.target = port
  try {
    const pages = await measuredPagesOf(second.url)
    await measureWeight(second.url, pages)
    await measureLighthouse(line.url, pages)
  } finally {
    line.close()
    await second.stop()
  }
}

/** @returns median, least and most */
function rangeOf(times: number[]): string {
  const sorted = times.map(Math.round).toSorted((one, other) => one - other)
  return `${sorted[sorted.length >> 1]} (${sorted[0]} - ${sorted.at(-1)})`
}
