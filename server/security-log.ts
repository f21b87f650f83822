import { createLimitedLog } from './log.ts'
import { createRouteNames } from './metrics/route-name.ts'

const REFUSALS = new Set([401, 403, 429])

type Handler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>

/**
 * Logs every sign-in, and every call that was refused because of who made it or how often: by route and status, without
 * address, key, account or parameters. Source: docs/behaviour/security.md#what-is-logged
 * @param clock milliseconds
 */
export function withSecurityLog<Rest extends unknown[]>(handler: Handler<Rest>, clock = Date.now): Handler<Rest> {
  const routeName = createRouteNames([])
  const write = createLimitedLog('info', clock)
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
