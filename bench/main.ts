/**
 * `npm run bench`: prints measurements of this machine. No measurement fails because of its result. Each command compares its
 * figures with the recorded runs of the same machine; `--record` records this run too. `bench/README.md` lists the
 * commands, and `npm run bench -- --help` prints its list.
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { showTable } from './figures.ts'
import { measureFilteredLists } from './filters-of-lists.ts'
import { measureFollowedLists } from './followed-lists.ts'
import { measureFuzz } from './fuzz/measure-fuzz.ts'
import { measureHistory } from './history.ts'
import { measureInteraction } from './interaction.ts'
import { measureLighthouse } from './lighthouse.ts'
import { medianWithRange } from './median.ts'
import { endWithUsage, readOptions } from './read-options.ts'
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

/** Numbers of notices with which the measurements of speed are repeated. */
const GROWTH = [1_000, 10_000, 100_000, 1_000_000]

const measurements: Record<string, (named: readonly string[]) => Promise<void>> = {
  pages: measurePages,
  search: (named) => measureSearch(numbers(named, [186, 10_000, 100_000, 1_000_000])),
  'filters-of-lists': (named) => measureFilteredLists(numbers(named, [100_000])),
  'followed-lists': (named) => measureFollowedLists(number(named, 10_000)),
  speed: (named) => measureSpeed(named[0] === 'none' ? [] : numbers(named, GROWTH), seconds(5)),
  realtime: (named) => measureRealtime(number(named, 10_000)),
  framing: (named) => measureFraming(number(named, 2_000)),
  filters: measureFilters,
  push: (named) => measurePush(number(named, 100_000)),
  'open-page': measureOpenPage,
  phone: ([other]) => measurePhone(other, Number(process.env['ROUNDS'] ?? 5)),
  rate: ([other]) => measureRate(other, seconds(5)),
  steady: (named) => measureSteady(number(named, 10), seconds(2)),
  'sign-in': measureSignIn,
  history: (named) => measureHistory(number(named, 1_000)),
  fuzz: (named) => measureFuzz(number(named, 1_000_000)),
  attack: ([other]) => measureAttack(other, seconds(10)),
  calls: () => measureCalls(seconds(10)),
  interaction: measureInteraction,
}

const { values, positionals } = readOptions({ record: { type: 'boolean' }, help: { type: 'boolean' } }, listOfCommands)
if (values.help) {
  console.log(listOfCommands())
  process.exit()
}
const [part = 'pages', ...counts] = positionals
const measure = Object.hasOwn(measurements, part) ? measurements[part] : undefined
if (!measure) endWithUsage(`There is no measurement "${part}"`, listOfCommands)
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`)
await measure(counts)

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

/** @returns the numbers that the command names, or else the usual ones */
function numbers(named: readonly string[], usual: readonly number[]): number[] {
  const wrong = named.find((text) => !(Number(text) > 0))
  if (wrong !== undefined) endWithUsage(`"${wrong}" is no number`, listOfCommands)
  return named.length > 0 ? named.map(Number) : [...usual]
}

function number(named: readonly string[], usual: number): number {
  return numbers(named, [usual])[0] ?? usual
}

function seconds(usual: number): number {
  return Number(process.env['SECONDS'] ?? usual)
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
    'second start': { ms: medianWithRange(again.server.map(Math.round)) },
    'second npm start': { ms: medianWithRange(again.npm.map(Math.round)) },
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
