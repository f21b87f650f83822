import { logRepeated } from './log.ts'

/** Seconds after which a request is logged. */
const SLOW = 1

/** Logs a slow request by its route, without its URL, which may contain what a visitor has typed. */
export function logSlowRequest(route: string, status: number, seconds: number): void {
  if (seconds > SLOW)
    logRepeated('warn', 'A slow request', { cause: `slow ${route} ${status}`, route, status, seconds })
}
