import { TooManyWaiting } from '#backend/limiter.ts'
import { UPLOAD } from '#domain/messages.ts'

/** Codes of Supabase Storage, with the status and the older name that they travel with. */
const kinds = {
  InvalidRequest: [400, 'InvalidRequest'],
  InvalidKey: [400, 'InvalidKey'],
  InvalidSignature: [400, 'InvalidSignature'],
  InvalidJWT: [401, 'Unauthorized'],
  AccessDenied: [403, 'Unauthorized'],
  NoSuchBucket: [404, 'Bucket not found'],
  NoSuchKey: [404, 'not_found'],
  NotFound: [404, 'Not Found'],
  MethodNotAllowed: [405, 'MethodNotAllowed'],
  NotSupported: [409, 'NotSupported'],
  EntityTooLarge: [413, 'Payload too large'],
  InvalidMimeType: [415, 'invalid_mime_type'],
  InvalidRange: [416, 'invalid_range'],
  SlowDown: [503, 'SlowDown'],
  InsufficientStorage: [507, 'InsufficientStorage'],
} as const

/** The error an upload or a download ends with. Source: Supabase Storage, "Error Codes" */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: keyof typeof kinds

  /** @param cause is logged for the operator; missing for mistakes of the client */
  constructor(code: keyof typeof kinds, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }

  /** @returns the error for a failure of the disk or a full queue, or null for other errors */
  static of(error: unknown): StorageError | null {
    if (error instanceof StorageError) return error
    if (error instanceof TooManyWaiting) return new StorageError('SlowDown', UPLOAD.busy)
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null
    return error.code === 'ENOSPC' || error.code === 'EDQUOT'
      ? new StorageError('InsufficientStorage', UPLOAD.noRoom, error)
      : StorageError.unavailable(error)
  }

  static unavailable(cause: unknown): StorageError {
    return new StorageError('SlowDown', UPLOAD.away, cause)
  }

  getResponse(): Response {
    const [status, error] = kinds[this.code]
    const body = { statusCode: String(status), code: this.code, error, message: this.message }
    return Response.json(body, { status, headers: status === 503 ? { 'retry-after': '10' } : {} })
  }
}
