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

function write(level: Level, message: string, details: Details = {}): void {
  if (levels.indexOf(level) < levels.indexOf(minLevel)) return
  const line = { time: new Date().toISOString(), level, message, ...details }
  process.stderr.write(`${JSON.stringify(line, withErrors)}\n`)
}

/** JSON.stringify ignores the properties of an Error, because they are not enumerable. */
function withErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value
}
