import type { z } from 'zod'
import { readJson } from '#domain/read-json.ts'
import { StorageError } from './storage-error.ts'

const mostBytes = 65_536

/**
 * Reads the JSON of a call. No more than 64 KB are read, because visitors may send some of these calls.
 * @throws StorageError for a body that is too large, or that the schema does not allow
 */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(readJson(await readText(request)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StorageError('InvalidRequest', `${['body', ...(issue?.path ?? [])].join('/')}: ${issue?.message}`)
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new StorageError('EntityTooLarge', 'The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
