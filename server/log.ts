import type { Config } from './config.ts'

type Level = Config['logLevel']
type Details = Record<string, unknown>

const levels: Level[] = ['debug', 'info', 'warn', 'error']
let least: Level = 'info'

/** @param level lines below it are dropped from now on */
export function setLogLevel(level: Level): void {
  least = level
}

/** The server's log: JSON lines on stderr. */
export const log: Record<Level, (message: string, details?: Details) => void> = {
  debug: (message, details) => write('debug', message, details),
  info: (message, details) => write('info', message, details),
  warn: (message, details) => write('warn', message, details),
  error: (message, details) => write('error', message, details),
}

function write(level: Level, message: string, details: Details = {}): void {
  if (levels.indexOf(level) < levels.indexOf(least)) return
  const line = { time: new Date().toISOString(), level, message, ...details }
  process.stderr.write(`${JSON.stringify(line, withErrors)}\n`)
}

/** JSON.stringify sees no members in an Error. */
function withErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value
}
