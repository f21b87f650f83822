import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { changesOf, type Figures } from './compare.ts'
import { shownFigures } from './figures.ts'
import { commitOf, today } from './record.ts'

interface Run {
  date: string
  commit: string
  /** Load average at the end of the run. */
  load: number
  /** Arguments of the command and settings that decide how it measures: only equal runs are compared. */
  how: string
  figures: Figures
}

/** Runs by machine, the oldest first. */
type Records = Record<string, Run[]>

/** Runs of a machine that are remembered for each way to run a command. */
const REMEMBERED = 5

/**
 * Prints what is better or worse than in the recorded runs of the same command on a machine of the same kind.
 * @param file such as bench/records/rate.json
 * @param how arguments and settings of this run
 * @param isRecorded whether this run is recorded too: a run on a busy machine should not be
 */
export function compareWithRecords(file: string, how: string, isRecorded: boolean): void {
  const now = shownFigures()
  if (now.size === 0) return
  const records = readRecords(file)
  const same = (records[machineKind()] ?? []).filter((run) => run.how === how)
  printChanges(now, same)
  if (!isRecorded) return
  const commit = commitOf('.', dirname(file))
  const run = { date: today(), commit, load: Number(loadavg()[0]?.toFixed(1)), how, figures: Object.fromEntries(now) }
  const others = (records[machineKind()] ?? []).filter((other) => other.how !== how)
  const written = { ...records, [machineKind()]: [...others, ...[...same, run].slice(-REMEMBERED)] }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  execFileSync('node_modules/.bin/oxfmt', [file])
  console.log(`Recorded in ${file}`)
}

function printChanges(now: ReturnType<typeof shownFigures>, runs: Run[]): void {
  const last = runs.at(-1)
  if (!last) return console.log('\nNo run of this machine is recorded: add --record to compare later ones with this.')
  console.log(
    `\nCompared with ${last.date}, commit ${last.commit}, load average ${last.load} (now ${loadavg()[0]?.toFixed(1)})`,
  )
  const changes = changesOf(
    now,
    runs.map(({ figures }) => figures),
  )
  if (changes.length === 0) return console.log('Nothing is better or worse beyond the noise.')
  console.table(
    changes.map(({ figure, before, now: present, percent, isWorse }) => {
      return { '': isWorse ? 'worse' : 'better', figure, before, now: present, '%': percent }
    }),
  )
}

/** The kind of a machine: its processors and the major version of Node.js. */
function machineKind(): string {
  return `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node.split('.')[0]}`
}

function readRecords(file: string): Records {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Records
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
