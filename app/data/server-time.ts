/** Differences in milliseconds that count as none. */
export const TOLERANCE_MS = 60_000

/** Milliseconds by which the clock of the server is ahead of that of this device; undefined until an answer has told it. */
let ahead: number | undefined

/**
 * Notes the time of the server from the Date header of an answer. The header has whole seconds, and an answer is some time on its
 * way, so a small difference says nothing. Source: RFC 9110, section 6.6.1; docs/behaviour/admin.md#wrong-clocks
 */
export function noteServerTime({ headers }: Response): void {
  noteTime(Date.parse(headers.get('date') ?? ''), Date.now())
}

/**
 * @param there time by the clock of the server, in milliseconds since 1970; NaN when it is unknown
 * @param here the same moment by the clock of this device
 */
export function noteTime(there: number, here: number): void {
  const difference = there - here
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
}

/** @returns the present time in milliseconds since 1970, by the clock of the server as far as an answer has told it */
export function serverNow(): number {
  return Date.now() + (ahead ?? 0)
}

/**
 * @param there time by the clock of the server, in milliseconds since 1970
 * @returns the same moment by the present clock of this device; null as long as no answer has told the difference
 */
export function onClockOfDevice(there: number): number | null {
  return ahead === undefined ? null : there - ahead
}
