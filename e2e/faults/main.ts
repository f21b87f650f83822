/**
 * `npm run faults`: breaks things on purpose around real server processes and a real PostgreSQL, and prints for each fault
 * what was measured and what is promised. `npm run faults -- --help` shows the options.
 */
import { endWithUsage, readOptions } from '#bench/read-options.ts'
import { endEverything } from '#e2e/start/command.ts'
import { cleanUp } from '#e2e/start/server.ts'
import { isMet, measured, NotPossible, target, type Fault, type Figure, type Scale } from './fault.ts'
import { faults } from './faults.ts'
import { closeExternalDatabases, chooseExternalDatabases } from './portal.ts'
import { record, type Run } from './record.ts'

const { values, positionals } = readOptions(
  {
    short: { type: 'boolean' },
    full: { type: 'boolean' },
    external: { type: 'boolean' },
    hours: { type: 'string' },
    record: { type: 'boolean' },
    help: { type: 'boolean' },
  },
  help,
)
const hours = values.hours === undefined ? undefined : Number(values.hours)
if (hours !== undefined && !(hours > 0)) endWithUsage(`"${values.hours}" is no number of hours`, help)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void cleanUpFault().finally(() => process.exit(130)))
}
if (values.external) chooseExternalDatabases()

/** Exit codes: 0 no promise is broken, 1 one is, 2 a fault could not be carried out or the arguments are wrong. */
if (values.help) console.log(help())
process.exit(values.help ? 0 : await runFaults())

function help(): string {
  return `npm run faults                       all faults
npm run faults -- R2 R8              only these
npm run faults -- --short            with fewer kills and shorter loads, to see that they work
npm run faults -- R19 --full         as large as what is promised, which may take an hour
npm run faults -- --external         with a PostgreSQL that the server did not start
npm run faults -- R24 --hours 8      the soak for so many hours
npm run faults -- R2 --record        also writes the figures to docs/reliability.md

${faults.map(({ name, does }) => `${name.padEnd(4)} ${does}`).join('\n')}`
}

async function runFaults(): Promise<number> {
  const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name.toUpperCase()))
  if (unknown.length > 0) endWithUsage(`There is no fault ${unknown.join(', ')}`, help)
  const chosen = faults.filter(
    ({ name }) => positionals.length === 0 || positionals.some((one) => one.toUpperCase() === name),
  )
  const size = values.short ? 'short' : values.full ? 'full' : 'usual'
  const runs: Run[] = []
  for (const fault of chosen) runs.push(await runOne(fault, { size, hours }))
  console.log()
  console.table(runs.flatMap(rowsOf))
  if (values.record)
    record(
      runs,
      values.external ? 'external' : 'embedded',
      process.argv.slice(2).filter((arg) => arg !== '--record' && !/^R\d+$/i.test(arg)),
    )
  if (runs.some(({ verdict }) => verdict === 'broken')) return 1
  return runs.some(({ verdict }) => verdict === 'failed') ? 2 : 0
}

async function runOne(fault: Fault, scale: Scale): Promise<Run> {
  const start = performance.now()
  const run = await fault.run(scale).then(
    (figures): Run => ({ fault, figures, verdict: verdictOf(figures) }),
    (error: unknown): Run => ({
      fault,
      figures: [],
      verdict: error instanceof NotPossible ? 'not possible' : 'failed',
      reason: error instanceof NotPossible ? error.message : String((error as Error).stack),
    }),
  )
  await cleanUpFault()
  const seconds = Math.round((performance.now() - start) / 1_000)
  const figures = run.figures.map((figure) => measured(figure) + (target(figure) && ` (${target(figure)})`))
  console.log(`${fault.name.padEnd(3)} ${run.verdict}: ${run.reason ?? figures.join(' · ')} [${seconds} s]`)
  return run
}

/** Servers end before their database, and databases before their files are deleted. */
async function cleanUpFault(): Promise<void> {
  await endEverything()
  await closeExternalDatabases()
  await cleanUp()
}

function verdictOf(figures: Figure[]): Run['verdict'] {
  const missed = figures.filter((figure) => !isMet(figure))
  if (missed.some(({ isPromise }) => isPromise)) return 'broken'
  return missed.length > 0 ? 'missed' : 'met'
}

function rowsOf({ fault, figures, verdict }: Run): Record<string, string>[] {
  if (figures.length === 0) return [{ fault: fault.name, figure: '', target: '', verdict }]
  return figures.map((figure) => ({
    fault: fault.name,
    figure: measured(figure),
    target: target(figure),
    verdict: isMet(figure) ? (target(figure) ? 'met' : '') : figure.isPromise ? 'broken' : 'missed',
  }))
}
