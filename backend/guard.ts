import { filterExcess } from './filter-limits.ts'

const longestAddress = 8192

/** Bytes: a notice with every field at its longest fits, and an account with everything that sign-in knows of it. */
const largestBody = {
  '/rest/v1/': 2_000_000,
  '/auth/v1/': 16_384,
  '/storage/v1/': 65_536,
  '/functions/v1/push-notifications/': 16_384,
}

const services = Object.keys(largestBody) as (keyof typeof largestBody)[]

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
 * has more, among them its configuration), long addresses and bodies, odd methods, expensive filters, changes of many rows at once.
 * @returns the refusal, the answer to a browser asking what it may send, or null for a request that may pass
 */
export function guard(request: Request): Response | null {
  if (request.url.length > longestAddress) return refusal(414, 'The address is too long')
  if (!methods.includes(request.method)) return refusal(405, `The method ${request.method} is not offered`)
  const { pathname, searchParams } = new URL(request.url)
  const service = services.find((folder) => pathname.startsWith(folder))
  if (!service) return refusal(404, 'There is nothing at this address')
  if (request.method === 'OPTIONS') return preflight(request)
  // It counts by itself, and its refusals have a form of their own.
  if (service.startsWith('/functions/')) return null
  // The storage counts the bytes of a file while it arrives.
  const isUpload = service === '/storage/v1/' && (request.method === 'POST' || request.method === 'PUT')
  const excess = isUpload ? null : bodyExcess(request, largestBody[service])
  if (excess || service === '/storage/v1/') return excess
  if (service === '/auth/v1/') return guardSignIn(pathname.slice(service.length), request.method)
  return guardTables(request, pathname, searchParams)
}

/** Requests from inside the process have no such headers, and small bodies. */
function bodyExcess({ headers }: Request, most: number): Response | null {
  if (headers.has('transfer-encoding')) return refusal(411, 'The length of the body is missing')
  return Number(headers.get('content-length')) > most ? refusal(413, 'The body is too large') : null
}

function guardTables({ method, headers }: Request, pathname: string, parameters: URLSearchParams): Response | null {
  if (!isCredential(headers.get('authorization'))) return refusal(401, 'The authorization is neither a key nor a token')
  // Names of tables and functions need no escapes; one that is spelled in another way would pass by its limits.
  if (pathname.includes('%')) return refusal(404, 'There is nothing at this address')
  const excess = pathname.startsWith('/rest/v1/rpc/') ? null : filterExcess(parameters)
  if (excess) return refusal(400, excess)
  const isServer = headers.get('apikey')?.startsWith('sb_secret_')
  const isChange = method === 'PATCH' || method === 'PUT' || method === 'DELETE'
  return isChange && !isServer && !namesOneRow(parameters) ? refusal(400, 'A change names one row: id=eq.') : null
}

/** The table interface takes anything else for a visitor's request, though somebody meant to be signed in. */
function isCredential(authorization: string | null): boolean {
  return authorization === null || /^Bearer (sb_[\w-]+|[\w-]+\.[\w-]+\.[\w-]+)$/i.test(authorization)
}

/** A forgotten filter would change or delete a whole table. Source: security cases, S12 */
function namesOneRow(parameters: URLSearchParams): boolean {
  const ids = parameters.getAll('id')
  return ids.length === 1 && /^eq\.[\w-]+$/.test(ids[0] ?? '')
}

function guardSignIn(path: string, method: string): Response | null {
  const offered = signInMethods[path]
  if (!offered) return refusal(404, 'The sign-in does not offer this')
  return offered.includes(method) ? null : refusal(405, `The method ${method} is not offered here`)
}

/** Every answer says that any site may read it: no site can send a visitor's credentials along. */
function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  })
}

function refusal(status: number, message: string): Response {
  const body = { code: `PT${status}`, details: null, hint: null, message }
  return Response.json(body, { status })
}
