/** A request that is not answered, in the words of PostgREST. */
export class ContractError extends Error {
  readonly #body: { code: string; details: string | null; hint: string | null; message: string }

  constructor(code: string, message: string, details: string | null = null) {
    super(message)
    this.#body = { code, details, hint: null, message }
  }

  getResponse(status = 400): Response {
    return Response.json(this.#body, { status })
  }
}
