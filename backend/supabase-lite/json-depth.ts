import { readUnquoted } from './unquoted.ts'

const deepest = 64
/**
 * @param request a request that passed the guard; its body is small enough to be read
 * @returns the request, whose body can still be read, or an error response when its JSON is nested too deeply
 */
export async function limitJsonDepth(request: Request): Promise<Request | Response> {
  if (!request.body || !request.headers.get('content-type')?.includes('json')) return request
  const body = await request.text()
  if (!isTooDeep(body)) return new Request(request, { method: request.method, body })
  const error = { code: 'PT400', details: null, hint: null, message: 'The JSON is nested too deeply' }
  return Response.json(error, { status: 400 })
}

/**
 * Whether JSON is nested more deeply than any value of the contract: what reads it further on calls itself for each
 * level, and would exceed the stack. Source: docs/behaviour/faults.md#large-bodies
 */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let deepestFound = 0
  readUnquoted(json, (character) => {
    if (character === '{' || character === '[') deepestFound = Math.max(deepestFound, ++depth)
    else if (character === '}' || character === ']') depth -= 1
  })
  return deepestFound > deepest
}
