import { existsSync, readFileSync } from 'node:fs'
import { commitOf, machine, today, writeRecord, type Row } from '#bench/record.ts'
import { isMet, measured, target, type Fault, type Figure } from './fault.ts'

/** What became of a fault. */
export interface Run {
  fault: Fault
  figures: Figure[]
  /** "broken" when a promise is; "missed" when an aim is; "failed" when the fault could not be carried out. */
  verdict: 'met' | 'missed' | 'broken' | 'not possible' | 'failed'
  /** Why there are no figures. */
  reason?: string
}

const FILE = 'docs/reliability.md'
const INTRODUCTION = `# Reliability

Each fault breaks something on purpose around the real server and PostgreSQL, and measures what visitors and admins notice
(decision 037). \`npm run faults\` runs all, \`npm run faults -- R2 --record\` one, and writes its rows here. "broken" means
that a promise was not held, "missed" that an aim for timing or memory was not reached on that machine.`

/** Replaces the rows of these faults with this database in docs/reliability.md; the others stay. */
export function record(runs: Run[], database: 'embedded' | 'external', options: string[]): void {
  const measuredRuns = runs.filter(({ figures }) => figures.length > 0)
  const names = new Set(measuredRuns.map(({ fault }) => fault.name))
  const written = existsSync(FILE) ? readTables(readFileSync(FILE, 'utf8')) : []
  const earlier = written.filter((row) => row['Database'] !== database || !names.has(String(row['Fault'])))
  const figures = measuredRuns.flatMap((run) =>
    run.figures.map((figure) => ({ Fault: run.fault.name, Database: database, ...figureCells(figure) })),
  )
  const facts = measuredRuns.map(({ fault, verdict }) => ({
    Fault: fault.name,
    Database: database,
    'What happens': fault.does,
    Verdict: verdict,
    Command: ['npm run faults --', fault.name, ...options].join(' '),
    Commit: commitOf('.', FILE),
    Date: today(),
    Machine: machine(),
  }))
  const inOrder = (rows: Row[]) => rows.toSorted((one, other) => numberOf(one) - numberOf(other))
  const tables = new Map([
    ['Figures', inOrder([...earlier.filter((row) => 'Figure' in row), ...figures])],
    ['Runs', inOrder([...earlier.filter((row) => 'Command' in row), ...facts])],
  ])
  writeRecord(FILE, INTRODUCTION, tables)
}

function figureCells(figure: Figure): Row {
  const verdict = isMet(figure) ? 'met' : figure.isPromise ? 'broken' : 'missed'
  return { Figure: measured(figure), Target: target(figure), Verdict: target(figure) && verdict }
}

function numberOf(row: Row): number {
  return Number(String(row['Fault']).slice(1))
}

/** @returns the rows of all tables of a Markdown file, by their column names */
function readTables(text: string): Row[] {
  const rows: Row[] = []
  let names: string[] = []
  for (const line of text.split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells.length === 0) names = []
    else if (names.length === 0) names = cells
    else if (!/^-+$/.test(cells[0] ?? ''))
      rows.push(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
  }
  return rows
}
