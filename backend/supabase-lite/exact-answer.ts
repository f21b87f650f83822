import { AsyncLocalStorage } from 'node:async_hooks'
import { ContractError } from './contract-error.ts'

interface Wanted {
  isSingle: boolean
  /** Most rows that a function may answer. */
  mostRows: number
  /** Whether the body is a list without rows. */
  isEmpty: boolean
  /** Whether rows that exist are changed or left as they are. */
  isUpsert: boolean
}

/** What the request that is being served wants. */
const current = new AsyncLocalStorage<Wanted>()

/**
 * Serves a request with what its headers want of the answer.
 * @param isEmpty whether its body was a list without rows
 */
export function wantingExactly<T>({ headers, url }: Request, isEmpty: boolean, serve: () => T): T {
  const prefer = headers.get('prefer') ?? ''
  const isLimited = new URL(url).pathname.startsWith('/rest/v1/rpc/') && /\bhandling=strict\b/.test(prefer)
  const most = isLimited ? /\bmax-affected=(\d+)/.exec(prefer)?.[1] : undefined
  const isUpsert = /\bresolution=/.test(prefer)
  const isSingle = headers.get('accept')?.includes('application/vnd.pgrst.object') ?? false
  return current.run({ isSingle, mostRows: Number(most ?? Infinity), isEmpty, isUpsert }, serve)
}

/** Whether the request that is being served writes a list without rows. */
export function writesNoRows(): boolean {
  return current.getStore()?.isEmpty === true
}

/**
 * Answers one row where Supabase Lite answers a list of one, and refuses other numbers of rows before they are
 * committed. Source: docs/behaviour/contract.md#answers
 * @param answer what Supabase Lite answers to the request that is being served
 */
export async function exactAnswer<T>(answer: T): Promise<T | Response> {
  const { isSingle = false, mostRows = Infinity, isEmpty = false, isUpsert = false } = current.getStore() ?? {}
  if (!(answer instanceof Response) || answer.status >= 400 || (!isSingle && mostRows === Infinity && !isEmpty))
    return answer
  // Nothing was created.
  if (isEmpty && isUpsert && !isSingle) return new Response(answer.body, { status: 200, headers: answer.headers })
  const rows = await rowsOf(answer)
  if (!rows) return answer
  if (rows.length > mostRows)
    return errorAnswer('PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows.length} rows`,
    })
  if (!isSingle) return answer
  if (rows.length !== 1)
    return errorAnswer('PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows.length} rows`,
      status: 406,
    })
  const headers = new Headers(answer.headers)
  headers.set('content-type', 'application/vnd.pgrst.object+json; charset=utf-8')
  headers.delete('content-length')
  return new Response(JSON.stringify(rows[0]), { status: answer.status, headers })
}

/** Whether an answer of Supabase Lite says that the request failed; a function that chooses its own status has not failed. */
export async function isError(answer: unknown): Promise<boolean> {
  if (!(answer instanceof Response) || answer.status < 400) return false
  return /"code":\s*"PGRST/.test(await answer.clone().text())
}

async function rowsOf(answer: Response): Promise<unknown[] | null> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return null
  const body = await answer.clone().text()
  const rows: unknown = body ? JSON.parse(body) : null
  return Array.isArray(rows) ? rows : null
}

function errorAnswer(code: string, message: string, { details, status = 400 }: { details: string; status?: number }) {
  return new ContractError(code, message, details).getResponse(status)
}
