import type { z } from 'zod'
import { PUSH_CALL } from '../../../domain/push/messages.ts'
import { PushError } from './push-error.ts'

/** Bytes: the longest subscription or notification fits several times. */
const largestPayload = 16_384

/**
 * @returns what a request carries, as its schema says
 * @throws PushError 413 for too much of it, 400 for anything else than the payload
 */
export async function readPayload<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const parsed = await schema.safeParseAsync(parseJson(await readText(request)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new PushError(400, PUSH_CALL.invalid(issue?.path.join('.') ?? '', issue?.message ?? ''))
}

/** Counts while it reads: what a header says about the length need not be true. */
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
