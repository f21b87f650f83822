import type { z } from 'zod'
import { PUSH_CALL } from '../../../domain/push/messages.ts'
import { PushError } from './push-error.ts'

/** Bytes: the longest subscription or notification fits several times. */
const largestPayload = 16_384

/**
 * @returns the payload of a request, parsed by its schema
 * @throws PushError 413 when the body is too large, 400 when the payload is invalid
 */
export async function readPayload<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const parsed = await schema.safeParseAsync(parseJson(await readText(request)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new PushError(400, PUSH_CALL.invalid(issue?.path.join('.') ?? '', issue?.message ?? ''))
}

/** Counts bytes while it reads, since the Content-Length header may be wrong. */
async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > largestPayload) throw new PushError(413, PUSH_CALL.tooLarge)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > largestPayload) throw new PushError(413, PUSH_CALL.tooLarge)
    chunks.push(chunk)
  }
  return new Blob(chunks as Uint8Array<ArrayBuffer>[]).text()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PushError(400, PUSH_CALL.noJson)
  }
}
