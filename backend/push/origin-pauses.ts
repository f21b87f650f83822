import type { PushAnswer, Verdict } from './outcome.ts'

/** So many failures of a push service in a row mean that it is away, and it is left alone for so many seconds. */
const [failuresInARow, restTime] = [8, 30]

/**
 * Which push services are left alone, because they asked for it or do not answer. Waiting for them would hold up
 * everybody else's messages.
 * @param clock milliseconds that only grow
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

    /** Takes over what other workers and servers found out. */
    learn(pauses: Record<string, number> | null): void {
      for (const [origin, seconds] of Object.entries(pauses ?? {})) pause(origin, seconds)
    },

    /** @returns seconds of a pause that begins with this answer, for the others to know; else null */
    note(origin: string, answer: PushAnswer, verdict: Verdict): number | null {
      const isAway = 'failure' in answer && answer.isAway === true
      const inARow = isAway ? (failures.get(origin) ?? 0) + 1 : 0
      failures.set(origin, inARow)
      const seconds = verdict.pause ?? (inARow === failuresInARow ? restTime : null)
      if (seconds === null || this.remaining(origin) >= seconds - 1) return null
      pause(origin, seconds)
      return seconds
    },
  }
}
