import { CHUNK_TIMEOUT_MS } from '#domain/limits.ts'
import { CHUNK_LOAD_ERROR } from '#domain/messages.ts'

/**
 * Limits the wait for a script that was requested by import().
 * Source: docs/behaviour/messages.md#scripts-that-do-not-arrive
 *
 * @throws Error when it has not arrived within 120 seconds
 */
export function withChunkLimit<T>(script: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(CHUNK_LOAD_ERROR)), CHUNK_TIMEOUT_MS)
    void script.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
