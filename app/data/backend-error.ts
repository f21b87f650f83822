/** A read or write that the backend has denied or rejected, or that got no response. */
export class BackendError extends Error {
  /** SQLSTATE or PostgREST code; empty without a response. */
  readonly code: string
  /** HTTP status; 0 without a response. */
  readonly status: number

  constructor(message: string, failure: { code: string; status: number }) {
    super(message)
    this.name = 'BackendError'
    this.code = failure.code
    this.status = failure.status
  }
}

/** What the backend has answered, or why not. */
export interface Reply {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
}

/**
 * @returns the data of a reply
 * @throws BackendError when the reply is an error
 */
export function dataOf({ error, data, status }: Reply): unknown {
  if (!error) return data
  // The client takes the page of a proxy for a message.
  const isPage = error.message.trimStart().startsWith('<')
  throw new BackendError(isPage ? '' : error.message, { code: error.code ?? '', status })
}

/**
 * @returns whether a row was not stored, because as many as the database takes are stored already.
 *   Source: PostgreSQL, SQLSTATE 53400; docs/behaviour/limits.md#newsletter
 */
export function isFull(error: unknown): error is BackendError {
  return error instanceof BackendError && error.code === '53400'
}

/** @returns whether a row was not stored, because another one has what must be unique. Source: PostgreSQL, SQLSTATE 23505 */
export function isDuplicate(error: unknown): error is BackendError {
  return error instanceof BackendError && error.code === '23505'
}
