import { filterExcess } from './filter-limits.ts'

const longestAddress = 8192
const services = ['/rest/v1/', '/auth/v1/', '/storage/v1/']

/** What the sign-in offers: no mails leave this server, so nothing that would send one. */
const signInMethods: Record<string, string[]> = {
  token: ['POST'],
  logout: ['POST'],
  user: ['GET', 'PUT'],
  signup: ['POST'],
  settings: ['GET'],
  health: ['GET'],
  '.well-known/jwks.json': ['GET'],
}

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']

/**
 * What is refused before the table interface sees it: other addresses than those of the contract (the table interface
 * has more, among them its configuration), long addresses, odd methods, expensive filters.
 * @returns the refusal, the answer to a browser asking what it may send, or null for a request that may pass
 */
export function guard(request: Request): Response | null {
  if (request.url.length > longestAddress) return refusal(414, 'The address is too long')
  if (!methods.includes(request.method)) return refusal(405, `The method ${request.method} is not offered`)
  const { pathname, searchParams } = new URL(request.url)
  const service = services.find((folder) => pathname.startsWith(folder))
  if (!service) return refusal(404, 'There is nothing at this address')
  if (request.method === 'OPTIONS') return preflight(request)
  if (service === '/auth/v1/') return guardSignIn(pathname.slice(service.length), request.method)
  return service === '/rest/v1/' ? guardTables(pathname, searchParams) : null
}

function guardTables(pathname: string, parameters: URLSearchParams): Response | null {
  const excess = pathname.startsWith('/rest/v1/rpc/') ? null : filterExcess(parameters)
  return excess ? refusal(400, excess) : null
}

function guardSignIn(path: string, method: string): Response | null {
  const offered = signInMethods[path]
  if (!offered) return refusal(404, 'The sign-in does not offer this')
  return offered.includes(method) ? null : refusal(405, `The method ${method} is not offered here`)
}

/** Any site may read what is public; no site can send a visitor's credentials along. */
function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  })
}

function refusal(status: number, message: string): Response {
  const body = { code: `PT${status}`, details: null, hint: null, message }
  return Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } })
}
