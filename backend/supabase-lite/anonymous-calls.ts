import { availableParallelism } from 'node:os'
import postgres from 'postgres'
import { DatabaseError } from '#backend/database/database-error.ts'
import { connectionSettings, serving, statementSeconds } from '#backend/database/request-roles.ts'
import { createLimiter, TooManyWaiting } from '#backend/limiter.ts'
import { currentSettings } from './current-request.ts'
import { argumentText } from './call-arguments.ts'
import { isTooDeep } from './json-depth.ts'
import { dropWithClient } from './lost-connections.ts'

/** What a function has answered, or the error in PostgREST's format. */
export interface FunctionAnswer {
  /** HTTP status. */
  status: number
  /** JSON in UTF-8. */
  body: Uint8Array
}

export interface AnonymousCalls {
  /**
   * @param request a request that passed the guard
   * @param isOutside whether it comes from a client, and not from a page that this server renders
   * @param remember answers a call from memory, or asks
   * @returns the response, or the request to pass on to Supabase Lite when this is not such a call
   */
  handle(request: Request, isOutside: boolean, remember?: Remember): Promise<Response | Request>
  /**
   * Calls a function for a page that this server renders. Making a request of it would take processor time for each page.
   * Measured: docs/decisions/068
   * @param given its arguments by name, as values of JSON
   * @returns the answer, or null when this is not such a function
   */
  call(name: string, given: Readonly<Record<string, unknown>>, remember?: Remember): Promise<FunctionAnswer | null>
  /** Calls so far, and those in flight or waiting for a connection. */
  readonly figures: Readonly<{ queries: number; running: number }>
  close(): Promise<void>
}

/** Arguments of a function, by name and in order. */
type Arguments = ReadonlyMap<string, { type: string; isRequired: boolean }>

/** What a call asks: the function, and its arguments as texts. */
export interface Question {
  name: string
  given: [argument: string, value: string | null][]
}

export type Remember = (question: Question, ask: () => Promise<FunctionAnswer>) => Promise<FunctionAnswer>

interface Call extends Question {
  statement: string
  values: (string | null)[]
}

/** Two per core, since a call also waits for the network; with more, calls would only wait inside the database. */
const connectionsPerServer = Math.min(8, 2 * availableParallelism())
/** Statements of pages that share a connection: they are quick, and sending them together takes half the processor time. */
const pagePipeline = 10
/** Calls of clients, which have connections of their own, that run at once; and that wait, in milliseconds at most. */
const outside = { parallel: Math.ceil(connectionsPerServer / 2), waiting: 100, longestWait: 1_000 }
const session = {
  connection: {
    ...connectionSettings,
    role: 'anon',
    default_transaction_read_only: true,
    statement_timeout: statementSeconds('anon') * 1000,
    'request.jwt.claims': JSON.stringify({ role: 'anon' }),
    'request.jwt.claim.role': 'anon',
  },
}
const folder = '/rest/v1/rpc/'
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }
const castTypes = new Set([
  'text',
  'text[]',
  'bigint[]',
  'jsonb',
  'date',
  'integer',
  'bigint',
  'boolean',
  'timestamp with time zone',
])

/**
 * Serves calls of read-only functions that carry nothing but the publishable key. Its connections have the role "anon"
 * from the start, so a call is one prepared statement and one round trip, and the JSON from PostgreSQL is sent
 * unchanged. Pages are rendered from such calls. Supabase Lite would give the same responses with more work.
 * @param databaseUrl address of a migrated database
 */
export async function openAnonymousCalls(databaseUrl: string, publishableKey: string): Promise<AnonymousCalls> {
  const connect = (max: number, limits: ReturnType<typeof serving>) =>
    postgres(databaseUrl, { max, ...limits, ...session })
  const limits = serving(statementSeconds('anon'))
  const pages = connect(connectionsPerServer, { ...limits, max_pipeline: pagePipeline })
  const clients = connect(outside.parallel, limits)
  const functions = await readFunctions(pages)
  const figures = { queries: 0, running: 0 }
  const limitOutside = createLimiter(outside.parallel, outside.waiting, outside.longestWait)
  const runCounted = async (sql: postgres.Sql, prepared: Call, signal?: AbortSignal): Promise<FunctionAnswer> => {
    figures.queries += 1
    figures.running += 1
    return run(sql, prepared, signal).finally(() => (figures.running -= 1))
  }
  const runOutside = async (prepared: Call, signal: AbortSignal): Promise<FunctionAnswer> => {
    try {
      return await limitOutside(() => runCounted(clients, prepared, signal), signal)
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error
      return errorAnswer(DatabaseError.unavailable())
    }
  }
  return {
    figures,
    handle: async (request, isOutside, remember = justAsk) => {
      if (!isPlain(request, publishableKey)) return request
      const call = await readCall(request, functions)
      if (call instanceof Request) return call
      const ask = () => (isOutside ? runOutside(call, request.signal) : runCounted(pages, call))
      return responseOf(await remember(call, ask))
    },
    call: async (name, given, remember = justAsk) => {
      const types = functions.get(name)
      const stated = Object.entries(given).filter(([, value]) => value !== undefined)
      const call = types && callOf(name, { given: new Map(stated), types, valueText: argumentText })
      return call ? remember(call, () => runCounted(pages, call)) : null
    },
    close: async () => {
      await Promise.all([pages.end({ timeout: 5 }), clients.end({ timeout: 5 })])
    },
  }
}

const justAsk: Remember = (_question, ask) => ask()

async function run(sql: postgres.Sql, { statement, values }: Call, signal?: AbortSignal): Promise<FunctionAnswer> {
  try {
    const running = sql.unsafe(statement, values, { prepare: true }).raw()
    if (signal) dropWithClient(signal, () => running)
    const [row] = await running
    return { status: 200, body: row?.[0] ?? Buffer.from('null') }
  } catch (error) {
    const databaseError = DatabaseError.of(error, 'anon')
    if (!databaseError) throw error
    return errorAnswer(databaseError)
  }
}

function errorAnswer({ status, text }: DatabaseError): FunctionAnswer {
  return { status, body: Buffer.from(text) }
}

function responseOf({ status, body }: FunctionAnswer): Response {
  return new Response(new Uint8Array(body), { status, headers: JSON_HEADERS })
}

/** Functions that "anon" may call, that cannot write, and whose arguments need no more than a cast. */
async function readFunctions(sql: postgres.Sql): Promise<ReadonlyMap<string, Arguments>> {
  const rows = await sql<{ name: string; names: string[] | null; types: string[]; required: number }[]>`
    select min(proname) as name, min(proargnames) as names,
           min(array(select format_type(type, null) from unnest(proargtypes) with ordinality as given(type, number)
                      order by number)) as types,
           min(pronargs - pronargdefaults) as required
      from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and provolatile <> 'v'
       and prorettype in ('json'::regtype, 'jsonb'::regtype) and not proretset and proargmodes is null and provariadic = 0
       and has_function_privilege('anon', oid, 'execute')
     group by proname having count(*) = 1`
  return new Map(
    rows
      .filter(({ types }) => types.every((type) => castTypes.has(type)))
      .map(({ name, names, types, required }) => [
        name,
        new Map(types.map((type, index) => [names?.[index] ?? '', { type, isRequired: index < required }])),
      ]),
  )
}

/** Whether no header changes the format of the response, and the publishable key is the only credential. */
function isPlain({ method, headers, url }: Request, publishableKey: string): boolean {
  const authorization = headers.get('authorization')
  const accept = headers.get('accept') ?? '*/*'
  const profile = headers.get(method === 'GET' ? 'accept-profile' : 'content-profile') ?? 'public'
  return (
    (method === 'GET' || method === 'POST') &&
    url.includes(folder) &&
    headers.get('apikey') === publishableKey &&
    (authorization === null || authorization === `Bearer ${publishableKey}`) &&
    (accept === '*/*' || accept === 'application/json') &&
    profile === 'public' &&
    !headers.has('prefer') &&
    !headers.has('range')
  )
}

async function readCall(request: Request, functions: ReadonlyMap<string, Arguments>): Promise<Call | Request> {
  const url = new URL(request.url)
  const name = url.pathname.slice(folder.length)
  const types = url.pathname.startsWith(folder) ? functions.get(name) : undefined
  if (!types) return request
  if (request.method === 'GET') {
    const given = new Map<string, unknown>(url.searchParams)
    const isRepeated = given.size < url.searchParams.size
    return (!isRepeated && callOf(name, { given, types, valueText: String })) || request
  }
  if (url.search || !request.headers.get('content-type')?.startsWith('application/json')) return request
  const body = await request.text()
  // What is nested too deeply is rejected in front of Supabase Lite.
  const given = isTooDeep(body) ? null : bodyArguments(body)
  return (
    (given && callOf(name, { given, types, valueText: argumentText })) || new Request(request, { method: 'POST', body })
  )
}

function callOf(
  name: string,
  {
    given,
    types,
    valueText,
  }: { given: ReadonlyMap<string, unknown>; types: Arguments; valueText: (value: unknown, type: string) => string },
): Call | null {
  if ([...given.keys()].some((argument) => !types.has(argument))) return null
  if ([...types].some(([argument, { isRequired }]) => isRequired && !given.has(argument))) return null
  // In the order of the function's arguments, so that there are few different statements.
  const used = [...types].filter(([argument]) => given.has(argument))
  const casts = used.map(([argument, { type }], index) => `"${argument}" => $${index + 1}::text::${type}`)
  const texts = used.map(([argument, { type }]): [string, string | null] => {
    const value = given.get(argument) ?? null
    return [argument, value === null ? null : valueText(value, type)]
  })
  const values = texts.map(([, value]) => value)
  const settings = Object.entries(currentSettings())
  const select = `select public."${name}"(${casts.join(', ')})::text`
  // A page calls for no request.
  if (settings.length === 0) return { name, given: texts, statement: select, values }
  const assignments = settings.map(([key], index) => `set_config('${key}', $${values.length + index + 1}, true)`)
  return {
    name,
    given: texts,
    // The settings are read from a table expression that is never merged, so that they are set before the call.
    statement: `with request as materialized (select ${assignments.join(', ')}) ${select} from request`,
    values: [...values, ...settings.map(([, value]) => value)],
  }
}

function bodyArguments(text: string): ReadonlyMap<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? new Map(Object.entries(body)) : null
  } catch {
    return null
  }
}
