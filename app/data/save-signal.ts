import { endSignal } from '#domain/end-signal.ts'
import { SAVE_LEAST_RATE, SAVE_TIMEOUT_MS } from '#domain/limits.ts'

/** @returns a signal that aborts a save: the longer its body is, the more time it has */
export function saveSignal(body: string): AbortSignal {
  const bytes = new TextEncoder().encode(body).length
  return endSignal(SAVE_TIMEOUT_MS + (bytes * 1_000) / SAVE_LEAST_RATE)
}
