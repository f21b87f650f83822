import { PUSH_TRIES, PUSH_TTL_S } from '#domain/push/limits.ts'

/** The response of a push service to one message, or why there is none. */
export type PushResponse =
  | { status: number; retryAfter?: string | undefined; location?: string | undefined; text: string }
  /** isUnreachable: it accepted no connection, or did not respond in time. */
  | { failure: string; isUnreachable?: boolean }

/** What happens to a message. Times are seconds from now. */
export type Outcome =
  | { outcome: 'sent' | 'failed' | 'gone' }
  | { outcome: 'again'; attempts: number; seconds: number; endpoint?: string }

export interface Decision {
  outcome: Outcome
  /** Seconds during which nothing is sent to the push service, because it demands so. */
  pause?: number
  /** For the operator: the message or the server's VAPID identity is rejected, and a retry would not help. */
  alarm?: string
}

/** Seconds before the first retry; each further one waits twice as long. */
const firstBackoff = 10

/**
 * @param attempts failed attempts before this one
 * @param chance random number from 0 to 1 that spreads retries over time
 * @param now milliseconds since the epoch
 */
export function decide(
  response: PushResponse,
  attempts: number,
  { chance, now }: { chance: number; now: number },
): Decision {
  const backoff = firstBackoff * 2 ** attempts * (0.75 + chance / 2)
  const tryAgain: Decision = {
    outcome:
      attempts + 1 < PUSH_TRIES
        ? { outcome: 'again', attempts: attempts + 1, seconds: backoff }
        : { outcome: 'failed' },
  }
  if ('failure' in response) return tryAgain

  const { status, retryAfter, location } = response
  if (status >= 200 && status < 300) return { outcome: { outcome: 'sent' } }
  if (status === 404 || status === 410) return { outcome: { outcome: 'gone' } }
  if ((status === 301 || status === 308) && location && attempts + 1 < PUSH_TRIES) {
    return { outcome: { outcome: 'again', attempts: attempts + 1, seconds: 0, endpoint: location } }
  }
  if (status === 429 || (status === 503 && retryAfter)) {
    const seconds = secondsOf(retryAfter, now) ?? backoff
    // A demanded pause is not a failed attempt: retries end when the message expires.
    return { outcome: { outcome: 'again', attempts, seconds }, pause: seconds }
  }
  if (status >= 500) return tryAgain
  return { outcome: { outcome: 'failed' }, alarm: `${status} ${response.text}`.trim() }
}

/** @param retryAfter seconds or an HTTP date. Source: RFC 9110, section 10.2.3 */
function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (!retryAfter) return null
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000
  // A message expires before a longer wait ends.
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), PUSH_TTL_S)
}
