/** A read or write that the backend refused or did not answer. */
export class BackendError extends Error {
  /** SQLSTATE or PostgREST code; empty when there was no answer. */
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number

  constructor(message: string, failure: { code: string; status: number }) {
    super(message)
    this.name = 'BackendError'
    this.code = failure.code
    this.status = failure.status
  }
}

interface Reply {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
}

/**
 * The one door by which failures of the backend leave.
 *
 * @throws BackendError
 */
export function answerOf(reply: Reply): unknown {
  if (reply.error) {
    throw new BackendError(reply.error.message, { code: reply.error.code ?? '', status: reply.status })
  }
  return reply.data
}
