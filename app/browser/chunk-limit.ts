import { CHUNK_TIMEOUT_MS } from '#domain/limits.ts'
import { CHUNK_LOAD_ERROR } from '#domain/messages.ts'

/**
 * Limits the wait for a script that was requested by import(). Browsers request a script that has failed again only in
 * another document, so after a failure the next page is loaded as one: see fetchPage.
 * Source: docs/behaviour/messages.md#scripts-that-do-not-arrive
 *
 * @throws Error when it has not arrived within 120 seconds
 */
export function withChunkLimit<T>(script: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      document.documentElement.dataset['incomplete'] = 'true'
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error(CHUNK_LOAD_ERROR)), CHUNK_TIMEOUT_MS)
    void script.then(resolve, fail).finally(() => clearTimeout(timer))
  })
}
