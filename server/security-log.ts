import { log } from './log.ts'
import { createRouteNames } from './metrics/route-name.ts'

/** Lines in a second; what is above is only counted, so that a flood of refused calls does not fill the disk. */
const LINES = 10

const REFUSALS = new Set([401, 403, 429])

type Handler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>

/**
 * Logs every sign-in, and every call that was refused because of who made it or how often: by route and status, without
 * address, key, account or parameters. Source: docs/behaviour/security.md#what-is-logged
 * @param clock milliseconds
 */
export function withSecurityLog<Rest extends unknown[]>(handler: Handler<Rest>, clock = Date.now): Handler<Rest> {
  const routeName = createRouteNames([])
  const write = createWriter(clock)
  return async (request, ...rest) => {
    const response = await handler(request, ...rest)
    const { pathname, searchParams } = new URL(request.url)
    const { status } = response
    if (pathname === '/auth/v1/token') {
      const grant = searchParams.get('grant_type') === 'refresh_token' ? 'refresh token' : 'password'
      write('A sign-in', { grant, status })
    } else if (REFUSALS.has(status)) write('A call was refused', { route: routeName(pathname), status })
    return response
  }
}

function createWriter(clock: () => number) {
  let second = 0
  let lines = 0
  let omitted = 0
  return (message: string, details: Record<string, unknown>): void => {
    const now = Math.floor(clock() / 1_000)
    if (now !== second) [second, lines] = [now, 0]
    if (lines >= LINES) {
      omitted += 1
      return
    }
    lines += 1
    log.info(message, omitted > 0 ? { ...details, omitted } : details)
    omitted = 0
  }
}
