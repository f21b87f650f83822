import { AsyncLocalStorage } from 'node:async_hooks'
import { UUID } from '#domain/uuid.ts'

const folder = '/rest/v1'

/** Where in the admin a change may come from; what says nothing comes from another client. */
const sources = ['form', 'list', 'bulk', 'import', 'api']

/** The request below /rest/v1/ that is being served, as the client sent it. */
const current = new AsyncLocalStorage<Request>()

/**
 * Serves a request below /rest/v1/, so that its statements can read what it was. HEAD is served as GET and answered
 * without the body, because Supabase Lite would read no arguments of functions from it.
 * Source: docs/behaviour/contract.md#head; docs/behaviour/contract.md#settings-of-a-request
 */
export async function serveAsCurrent(
  request: Request,
  serve: (request: Request) => Promise<Response>,
): Promise<Response> {
  const hasBody = request.method !== 'HEAD'
  const served = hasBody ? request : new Request(request, { method: 'GET' })
  const response = await current.run(request, () => serve(served))
  return hasBody ? response : new Response(null, response)
}

/** @returns PostgREST's settings of the current request, by name; none outside of one */
export function currentSettings(): Record<string, string> {
  const request = current.getStore()
  if (!request) return {}
  const { cookie = '', ...headers } = Object.fromEntries(request.headers)
  return {
    'request.method': request.method,
    'request.path': pathOf(request),
    'request.headers': JSON.stringify(headers),
    'request.cookies': JSON.stringify(cookiesOf(cookie)),
  }
}

/**
 * @returns the settings by which the history knows what the current request belongs to, from its headers X-Act (a UUID)
 *   and X-Source; none for headers that are missing or not of that form
 * Source: docs/behaviour/history.md#acts
 */
export function currentAct(): Record<string, string> {
  const headers = current.getStore()?.headers
  const [act, source] = [headers?.get('x-act') ?? '', headers?.get('x-source') ?? '']
  return {
    ...(UUID.test(act) && { 'suchana.act': act.toLowerCase() }),
    ...(sources.includes(source) && { 'suchana.source': source }),
  }
}

/** Whether the rows of the current answer are not sent. */
export function isHead(): boolean {
  return current.getStore()?.method === 'HEAD'
}

/**
 * @returns the table whose columns the current request names; null for a function, and where PostgreSQL itself names
 *   columns without their table
 */
export function currentTable(): string | null {
  const request = current.getStore()
  if (!request || new URL(request.url).searchParams.has('on_conflict')) return null
  const [, table] = /^\/(\w+)$/.exec(pathOf(request)) ?? []
  return table ?? null
}

function pathOf({ url }: Request): string {
  return new URL(url).pathname.slice(folder.length)
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split(';').map((pair) => /^\s*([^=]+)=(.*)$/s.exec(pair) ?? [])
  return Object.fromEntries(pairs.flatMap(([, name, value]) => (name && value !== undefined ? [[name, value]] : [])))
}
