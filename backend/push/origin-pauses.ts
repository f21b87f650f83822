import type { PushResponse, Decision } from './outcome.ts'

/** From so many connection failures in a row on, each failure ends the sending to a push service for so many seconds. */
const [failuresInARow, pauseTime] = [8, 30]

/**
 * Pauses of push services that demand one or cannot be reached. Waiting for them would delay the messages to others.
 * @param clock monotonic time in milliseconds
 */
export function createOriginPauses(clock: () => number) {
  const until = new Map<string, number>()
  const failures = new Map<string, number>()

  function pause(origin: string, seconds: number): void {
    until.set(origin, Math.max(until.get(origin) ?? 0, clock() + seconds * 1000))
  }

  return {
    /** @returns seconds to wait, or 0 */
    remaining(origin: string): number {
      return Math.max(0, (until.get(origin) ?? 0) - clock()) / 1000
    },

    /** Adds pauses that other workers and servers have recorded. */
    add(pauses: Record<string, number> | null): void {
      for (const [origin, seconds] of Object.entries(pauses ?? {})) pause(origin, seconds)
    },

    /** @returns seconds of a pause that begins with this response, to be shared with other workers, or null */
    record(origin: string, response: PushResponse, decision: Decision): number | null {
      const isUnreachable = 'failure' in response && response.isUnreachable === true
      const inARow = isUnreachable ? (failures.get(origin) ?? 0) + 1 : 0
      failures.set(origin, inARow)
      const seconds = decision.pause ?? (inARow >= failuresInARow ? pauseTime : null)
      if (seconds === null || this.remaining(origin) >= seconds - 1) return null
      pause(origin, seconds)
      return seconds
    },
  }
}
