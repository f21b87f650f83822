/** What the REST API answers for an SQLSTATE, or a class of them. Source: PostgREST, "Errors", HTTP status codes */
const statuses: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '22': 400,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
}

const connectionLost = new Set([
  'ANSWER_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'TOO_MANY_WAITING',
  'WAIT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
])

/** The driver has stopped reading a result: see max_result. */
const resultTooLarge = 'RESULT_TOO_LARGE'

interface PostgresError extends Error {
  code: string
  detail?: string
  hint?: string
}

/** An error of PostgreSQL or of the connection to it, with the response that PostgREST gives. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly status: number
  readonly #body: { code: string; details: string | null; hint: string | null; message: string }

  private constructor(
    status: number,
    body: { code: string; details: string | null; hint: string | null; message: string },
  ) {
    super(body.message)
    this.status = status
    this.#body = body
  }

  /**
   * @param error anything thrown
   * @param role the role of the request; details, which may quote rows, are sent to signed-in users only
   * @returns null for an error that does not come from the database
   */
  static of(error: unknown, role: string): DatabaseError | null {
    if (!isPostgresError(error)) return null
    if (isConnectionLost(error)) return DatabaseError.unavailable()
    if (error.code === 'PT401') return DatabaseError.session(error.message)
    if (error.code === resultTooLarge) return DatabaseError.tooLarge()
    return new DatabaseError(statusOf(error.code, role), {
      code: error.code,
      details: role === 'anon' ? null : (error.detail ?? null),
      hint: error.hint ?? null,
      message: error.message,
    })
  }

  static unavailable(): DatabaseError {
    const message = 'The database cannot be reached right now'
    return new DatabaseError(503, { code: 'PGRST001', details: null, hint: null, message })
  }

  /** The session of the request's token has ended. Source: rules.require_session */
  static session(message: string): DatabaseError {
    return new DatabaseError(401, { code: 'PGRST303', details: null, hint: null, message })
  }

  /** Source: docs/behaviour/security.md#limits-on-reads-of-visitors */
  static tooLarge(): DatabaseError {
    const message = 'The answer is too large: ask for fewer rows or columns'
    return new DatabaseError(413, { code: 'PT413', details: null, hint: null, message })
  }

  /** @param similar the table that was probably meant */
  static unknownTable(message: string, similar: string | null): DatabaseError {
    const hint = similar && `Perhaps you meant the table 'public.${similar}'`
    return new DatabaseError(404, { code: 'PGRST205', details: null, hint, message })
  }

  /**
   * @param parts.unknownHint what follows the name of the child after "!", if that was not found
   * @param parts.similar the table that was probably meant in place of the child
   */
  static unknownRelation(
    parent: string,
    child: string,
    { unknownHint, similar }: { unknownHint: string | null; similar: string | null },
  ): DatabaseError {
    const message = `Could not find a relationship between '${parent}' and '${child}' in the schema cache`
    const using = unknownHint ? ` using the hint '${unknownHint}'` : ''
    const details = `Searched for a foreign key relationship between '${parent}' and '${child}'${using} in the schema 'public', but no matches were found.`
    const hint = similar && `Perhaps you meant '${similar}' instead of '${child}'.`
    return new DatabaseError(400, { code: 'PGRST200', details, hint, message })
  }

  static role(role: string): DatabaseError {
    const message = `The role ${JSON.stringify(role)} may not use the REST API`
    return new DatabaseError(403, { code: 'PGRST301', details: null, hint: null, message })
  }

  /** Names the table of an unknown column, as PostgREST does. */
  inTable(table: string | null): DatabaseError {
    const { code, message } = this.#body
    const [, column] = /^column "([^"]+)" does not exist$/.exec(message) ?? []
    if (code !== '42703' || !table || !column) return this
    return new DatabaseError(this.status, { ...this.#body, message: `column ${table}.${column} does not exist` })
  }

  /** JSON in PostgREST's format. */
  get text(): string {
    return JSON.stringify(this.#body)
  }

  /** The response; Hono calls the method of this name on a thrown error. */
  getResponse(): Response {
    return Response.json(this.#body, { status: this.status })
  }
}

/** A function chooses the status of its error with a code such as PT429. */
function statusOf(code: string, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403
  const [, chosen] = /^PT([45]\d\d)$/.exec(code) ?? []
  return chosen ? Number(chosen) : (statuses[code] ?? statuses[code.slice(0, 2)] ?? 400)
}

/** Whether the connection to the database failed, so that a retry can succeed. */
export function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    connectionLost.has(String(error.code)) &&
    !isOfFile(error) &&
    !isOfClient(error)
  )
}

/** The socket of a database may be missing, and so may a file. */
function isOfFile(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'ENOENT' && syscall !== 'connect'
}

/** A client that leaves while its request arrives: node:http gives that error the code of a connection that was reset. */
function isOfClient({ message }: Error): boolean {
  return message === 'aborted'
}

function isPostgresError(error: unknown): error is PostgresError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    (isConnectionLost(error) ||
      error.code === resultTooLarge ||
      (error.name === 'PostgresError' && /^[0-9A-Z]{5}$/.test(error.code)))
  )
}
