import { endSignal } from '#domain/end-signal.ts'
import { SAVE_LEAST_RATE, SAVE_TIMEOUT_MS } from '#domain/limits.ts'

/** @returns a signal that aborts a save: the longer its body is, the more time it has */
export function saveSignal(body: string): AbortSignal {
  return sendSignal(new TextEncoder().encode(body).length)
}

/**
 * @param size of what is sent, in bytes
 * @returns a signal that aborts the request after the time that its size allows, or with another signal
 */
export function sendSignal(size: number, other?: AbortSignal): AbortSignal {
  return endSignal(SAVE_TIMEOUT_MS + (size * 1_000) / SAVE_LEAST_RATE, other)
}
