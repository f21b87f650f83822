import { inspect } from 'node:util'
import type { Config } from './config.ts'

type Level = Config['logLevel']
type Details = Record<string, unknown>

const levels: Level[] = ['debug', 'info', 'warn', 'error']
let minLevel: Level = 'info'

/** @param level lowest level that is logged */
export function setLogLevel(level: Level): void {
  minLevel = level
}

/** The server log: JSON lines on stderr. */
export const log: Record<Level, (message: string, details?: Details) => void> = {
  debug: (message, details) => write('debug', message, details),
  info: (message, details) => write('info', message, details),
  warn: (message, details) => write('warn', message, details),
  error: (message, details) => write('error', message, details),
}

/** Milliseconds in which a cause is logged once. */
const REPEAT_MS = 60_000
/** Causes that are told apart at once: a text with an id in it would be a new one each time. */
const MOST_CAUSES = 200
/** Causes of the last minute, with the number of lines that were left out. */
const repeated = new Map<string, number>()

/**
 * Logs what may happen with every request, as while the database is away: the first line of a cause at once, and after
 * a minute the number of further ones, if there were any.
 */
export function logRepeated(level: Level, message: string, { cause, ...details }: Details & { cause: string }): void {
  const key = repeated.has(cause) || repeated.size < MOST_CAUSES ? cause : 'others'
  const omitted = repeated.get(key)
  if (omitted !== undefined) {
    repeated.set(key, omitted + 1)
    return
  }
  repeated.set(key, 0)
  log[level](message, details)
  setTimeout(() => {
    const further = repeated.get(key) ?? 0
    repeated.delete(key)
    if (further > 0) log[level](message, { ...details, further })
  }, REPEAT_MS).unref()
}

/** Lines in a second; further ones are only counted, so that what clients cause does not fill the disk. */
const LINES = 10

/**
 * @param clock milliseconds
 * @returns logs at most ten lines a second, and with the next line the number of those that were left out
 */
export function createLimitedLog(level: Level, clock = Date.now): (message: string, details: Details) => void {
  let second = 0
  let lines = 0
  let omitted = 0
  return (message, details) => {
    const now = Math.floor(clock() / 1_000)
    if (now !== second) [second, lines] = [now, 0]
    if (lines >= LINES) {
      omitted += 1
      return
    }
    lines += 1
    log[level](message, omitted > 0 ? { ...details, omitted } : details)
    omitted = 0
  }
}

/**
 * Logs what libraries write to the console from now on: one line each, with at most 200 characters of the text, which
 * may come from a client, as the filter of a refused call does. Control characters are escaped by JSON.
 */
export function logConsole(): void {
  const write = createLimitedLog('warn')
  console.error = (...values: unknown[]) => write('A library reported an error', { text: shortText(values) })
  console.warn = (...values: unknown[]) => write('A library reported a warning', { text: shortText(values) })
}

/**
 * Lets the server go on when its output cannot be written, because the disk is full or the reader of a pipe has ended:
 * those lines are lost, and later ones are written as soon as that is possible again.
 */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function shortText(values: unknown[]): string {
  const texts = values.map((value) => (value instanceof Error ? value.message : inspect(value)))
  return texts.join(' ').slice(0, 200)
}

function write(level: Level, message: string, details: Details = {}): void {
  if (levels.indexOf(level) < levels.indexOf(minLevel)) return
  const line = { time: new Date().toISOString(), level, message, ...details }
  process.stderr.write(`${JSON.stringify(line, withErrors)}\n`)
}

/** JSON.stringify ignores the properties of an Error, because they are not enumerable. */
function withErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value
}
