import type { CallArguments } from './call-arguments.ts'
import { hideArguments } from './call-arguments.ts'
import { wantingExactly } from './exact-answer.ts'
import { exactFilters } from './exact-filters.ts'
import { FilterCount } from './filter-limits.ts'
import { isOperation } from './filter-grammar.ts'
import { hide, revealText } from './hidden-values.ts'
import { ContractError } from './contract-error.ts'
import { exactSelect, type SelfReferences } from './self-references.ts'
import { hideWrittenValues } from './written-values.ts'

const folder = '/rest/v1/'
const calls = 'rpc/'

/** What the requests of a database refer to by name. */
export interface ContractNames {
  functions: CallArguments
  selfReferences: SelfReferences
}

/**
 * Serves a request by Supabase Lite with values that it cannot change. Source: docs/decisions/039
 * @param request a request that passed the guard, with a body that can be read
 */
export async function serveExactly(
  request: Request,
  names: ContractNames,
  serve: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url)
  if (!url.pathname.startsWith(folder) || request.method === 'OPTIONS') return serve(request)
  try {
    const { exact, isEmpty } = await exactRequest(request, url, names)
    return revealResponse(await wantingExactly(exact, isEmpty, () => serve(exact)), url)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    return error.getResponse()
  }
}

interface ExactRequest {
  exact: Request
  /** Whether the body is a list without rows, which is served as one row that exactStatements leaves out. */
  isEmpty: boolean
}

async function exactRequest(request: Request, url: URL, names: ContractNames): Promise<ExactRequest> {
  const name = url.pathname.slice(folder.length)
  const types = name.startsWith(calls) ? names.functions.get(name.slice(calls.length)) : undefined
  const parameters = exactFilters(url.searchParams, name.startsWith(calls) ? null : new FilterCount())
  const select = parameters.get('select')
  if (select && select.split('"').length % 2 === 0) throw openQuote(select)
  if (select) parameters.set('select', exactSelect(select, name, names.selfReferences))
  for (const [argument, value] of url.searchParams)
    if (types?.has(argument) && !isOperation(value)) parameters.set(argument, hide(value))
  const headers = new Headers(request.headers)
  const prefer = headers.get('prefer') ?? ''
  // Exact at any size: a table of this product is counted in milliseconds, and an estimate ignores who may see a row.
  if (prefer) headers.set('prefer', prefer.replaceAll(/\bcount=(?:planned|estimated)\b/g, 'count=exact'))
  const { method, signal } = request
  let isEmpty = false
  const body = await exactBody(request, (json) => {
    if (name.startsWith(calls)) return hideArguments(json, types ?? new Map())
    isEmpty = method === 'POST' && Array.isArray(json) && json.length === 0
    // Supabase Lite would answer an empty list without asking the database, also to those who may not write.
    return isEmpty ? [{}] : hideWrittenValues(json, { method, parameters: url.searchParams, prefer })
  })
  const target = `${url.origin}${url.pathname}?${parameters}`
  return { exact: new Request(target, { method, headers, signal, body }), isEmpty }
}

/** Supabase Lite answers 500 to a quote that nothing closes, as to a failure of its own. */
function openQuote(select: string): ContractError {
  const place = `(line 1, column ${select.length + 1})`
  return new ContractError(
    'PGRST100',
    `"failed to parse select parameter (${select})" ${place}`,
    'unexpected end of input',
  )
}

/** Supabase Lite has the words for a body that is no JSON. A deletion has no use for a body. */
async function exactBody(request: Request, hidden: (json: unknown) => unknown): Promise<string | null> {
  if (!request.body || request.method === 'DELETE') return null
  const body = await request.text()
  const type = request.headers.get('content-type')?.split(';')[0] ?? ''
  if (type === 'text/csv' || type === 'application/x-www-form-urlencoded')
    throw new ContractError('PGRST102', `Content-Type not acceptable: ${type}`)
  if (type && type !== 'application/json') return body
  try {
    return JSON.stringify(hidden(JSON.parse(body)))
  } catch (error) {
    if (error instanceof SyntaxError) return body
    throw error
  }
}

/** Hidden values are no words of a message, and no part of an address. */
async function revealResponse(response: Response, url: URL): Promise<Response> {
  const { headers, status } = response
  if (headers.has('content-location'))
    headers.set('content-location', `${url.pathname.slice('/rest/v1'.length)}${url.search}`)
  if (status < 400) return response
  headers.delete('content-length')
  return new Response(revealText(await response.text()), { status, headers })
}
