import { hasSecretKey } from '#backend/auth/api-key.ts'
import { bearerToken } from '#backend/auth/require-writer.ts'
import { filterExcess, nestingExcess } from './filter-limits.ts'
import type { Keys } from './supabase-lite.ts'

const longestAddress = 8192

/**
 * Bytes: a notice or an account whose fields all have their maximum length fits. The push function limits bodies itself,
 * because its error responses have another format.
 */
const largestBody = {
  '/rest/v1/': 2_000_000,
  '/auth/v1/': 16_384,
  '/storage/v1/': 65_536,
  '/functions/v1/push-notifications/': null,
  '/functions/v1/check-link': 4_096,
}

/** Bytes of a visitor's call below /rest/v1/. The longest one asks for the states of all notices that a browser has saved. */
const largestVisitorBody = 131_072

const services = Object.keys(largestBody) as (keyof typeof largestBody)[]

/** Addresses and methods of the sign-in. */
const signInMethods: Record<string, string[]> = {
  token: ['POST'],
  logout: ['POST'],
  user: ['GET', 'PUT'],
  signup: ['POST'],
  settings: ['GET'],
  health: ['GET'],
  '.well-known/jwks.json': ['GET'],
  recover: ['POST'],
  verify: ['POST'],
  invite: ['POST'],
  'admin/generate_link': ['POST'],
  factors: ['POST'],
  'factors/recovery-codes': ['POST'],
  'factors/:id': ['DELETE'],
  'factors/:id/challenge': ['POST'],
  'factors/:id/verify': ['POST'],
}

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']

/**
 * Rejects requests before Supabase Lite gets them: addresses outside of the contract (Lite has more, among them its
 * configuration), long addresses and bodies, unknown methods, expensive filters, and changes of many rows at once.
 * @param keys which tell the server's own requests from others
 * @returns an error response, the response to a CORS preflight, or null for a request that may pass
 */
export function guard(request: Request, keys: Keys): Response | null {
  if (request.url.length > longestAddress) return errorResponse(414, 'The address is too long')
  if (!methods.includes(request.method)) return errorResponse(405, `The method ${request.method} is not offered`)
  const { pathname, searchParams } = new URL(request.url)
  const service = services.find((folder) => pathname.startsWith(folder))
  if (!service) return errorResponse(404, 'There is nothing at this address')
  if (request.method === 'OPTIONS') return preflight(request)
  const most = largestBody[service]
  if (most === null) return null
  // The storage counts the bytes of a file while it arrives.
  const isUpload = service === '/storage/v1/' && (request.method === 'POST' || request.method === 'PUT')
  const isVisitorCall = service === '/rest/v1/' && isVisitor(request, keys)
  const excess = isUpload ? null : bodyExcess(request, isVisitorCall ? largestVisitorBody : most)
  if (excess || service === '/storage/v1/' || service === '/functions/v1/check-link') return excess
  if (service === '/auth/v1/') return guardSignIn(pathname.slice(service.length), request.method)
  return guardTables(request, { pathname, parameters: searchParams, keys })
}

/** Whether a request below /rest/v1/ has neither the token of an account nor the secret key. */
export function isVisitor({ headers }: Request, keys: Keys): boolean {
  return bearerToken(headers) === null && !hasSecretKey(headers, keys)
}

/** Requests from inside the process have neither of these headers; their bodies are small. */
function bodyExcess({ headers }: Request, most: number): Response | null {
  if (headers.has('transfer-encoding')) return errorResponse(411, 'The length of the body is missing')
  return Number(headers.get('content-length')) > most ? errorResponse(413, 'The body is too large') : null
}

function guardTables(
  { method, headers }: Request,
  { pathname, parameters, keys }: { pathname: string; parameters: URLSearchParams; keys: Keys },
): Response | null {
  if (!isCredential(headers.get('authorization')))
    return errorResponse(401, 'The authorization is neither a key nor a token')
  // Names of tables and functions need no escapes; an escaped name would bypass the limits on it.
  if (pathname.includes('%')) return errorResponse(404, 'There is nothing at this address')
  // In the name of a column it would end the text of the statement, and the database would misread the rest of the message.
  if (`${parameters}`.includes('%00')) return errorResponse(400, 'The address contains a zero byte')
  const excess = pathname.startsWith('/rest/v1/rpc/') ? nestingExcess(parameters) : filterExcess(parameters)
  if (excess) return errorResponse(400, excess)
  const isChange = method === 'PATCH' || method === 'PUT' || method === 'DELETE'
  if (!isChange || namesOneRow(parameters) || hasSecretKey(headers, keys)) return null
  return errorResponse(400, 'A change names one row: id=eq.')
}

/** Supabase Lite treats anything else as a request of a visitor, although the client meant to be signed in. */
function isCredential(authorization: string | null): boolean {
  return authorization === null || /^Bearer (sb_[\w-]+|[\w-]+\.[\w-]+\.[\w-]+)$/i.test(authorization)
}

/** A forgotten filter would change or delete a whole table. Source: docs/behaviour/security.md#one-row-at-a-time */
function namesOneRow(parameters: URLSearchParams): boolean {
  const ids = parameters.getAll('id')
  return ids.length === 1 && /^eq\.[\w-]+$/.test(ids[0] ?? '')
}

function guardSignIn(path: string, method: string): Response | null {
  const offered = signInMethods[path.replace(/^factors\/[0-9a-f-]{36}(?=$|\/)/, 'factors/:id')]
  if (!offered) return errorResponse(404, 'The sign-in does not offer this')
  return offered.includes(method) ? null : errorResponse(405, `The method ${method} is not offered here`)
}

/** Pages of any site may read the responses: no site can send a visitor's credentials along. */
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

/** In the format of PostgREST. */
export function errorResponse(status: number, message: string, headers: Record<string, string> = {}): Response {
  const body = { code: `PT${status}`, details: null, hint: null, message }
  return Response.json(body, { status, headers })
}
