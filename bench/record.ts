import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

export type Row = Record<string, string | number>

/**
 * The commit of a checkout, and whether it has uncommitted changes.
 * @param record the file that the figures are written to, whose own changes do not count
 */
export function commitOf(checkout = '.', record?: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', checkout, ...args], { encoding: 'utf8' }).trim()
  const others = record ? ['--', '.', `:!${record}`] : []
  const changed = git('status', '--porcelain', '--untracked-files=no', ...others) !== ''
  return git('rev-parse', '--short', 'HEAD') + (changed ? ' with changes' : '')
}

/** The machine and its load average. */
export function machine(): string {
  const load = loadavg()[0]?.toFixed(1)
  return `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, load average ${load}`
}

/** Writes tables to a Markdown file, each below its title. */
export function writeRecord(file: string, introduction: string, tables: Map<string, Row[]>): void {
  const parts = [...tables].map(([title, rows]) => `## ${title}\n\n${markdown(rows)}\n`)
  writeFileSync(file, `${introduction}\n\n${parts.join('\n')}`)
  execFileSync('node_modules/.bin/oxfmt', [file])
  console.log(`\nWritten to ${file}`)
}

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function markdown(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
