/**
 * The error a call of the push function ends with: a status and the field "error".
 * Source: docs/behaviour/push.md#calls
 */
export class PushError extends Error {
  override name = 'PushError'
  readonly status: number
  readonly retryAfter: number | undefined

  /** @param retryAfter seconds */
  constructor(status: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }

  getResponse(): Response {
    const response = Response.json({ error: this.message }, { status: this.status })
    if (this.retryAfter !== undefined) response.headers.set('retry-after', String(this.retryAfter))
    return response
  }
}
