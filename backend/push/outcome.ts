import { PUSH_TRIES } from '#domain/limits.ts'

/** What a push service said to one message, or why it said nothing. */
export type PushAnswer =
  | { status: number; retryAfter?: string | undefined; location?: string | undefined; text: string }
  /** Away: it took no connection, or took its time. */
  | { failure: string; isAway?: boolean }

/** What becomes of a message. Times are seconds from now. */
export type Outcome =
  | { outcome: 'sent' | 'failed' | 'gone' }
  | { outcome: 'again'; attempts: number; seconds: number; endpoint?: string }

export interface Verdict {
  outcome: Outcome
  /** Seconds during which the whole push service is left alone, because it said so. */
  pause?: number
  /** What the operator should know: the message or our identity is wrong, and trying again would not help. */
  alarm?: string
}

/** Seconds before the first retry; each further one waits twice as long. */
const firstBackoff = 10
/** Seconds: a longer wait than a message lives is none. */
const longestWait = 86_400

/**
 * @param attempts tries that failed before this one
 * @param chance from 0 to 1: spreads retries, so that they do not all come at once
 * @param now milliseconds since the epoch
 */
export function judge(answer: PushAnswer, attempts: number, { chance, now }: { chance: number; now: number }): Verdict {
  const backoff = firstBackoff * 2 ** attempts * (0.75 + chance / 2)
  const tryAgain: Verdict = {
    outcome:
      attempts + 1 < PUSH_TRIES
        ? { outcome: 'again', attempts: attempts + 1, seconds: backoff }
        : { outcome: 'failed' },
  }
  if ('failure' in answer) return tryAgain

  const { status, retryAfter, location } = answer
  if (status >= 200 && status < 300) return { outcome: { outcome: 'sent' } }
  if (status === 404 || status === 410) return { outcome: { outcome: 'gone' } }
  if ((status === 301 || status === 308) && location && attempts + 1 < PUSH_TRIES) {
    return { outcome: { outcome: 'again', attempts: attempts + 1, seconds: 0, endpoint: location } }
  }
  if (status === 429 || (status === 503 && retryAfter)) {
    const seconds = secondsOf(retryAfter, now) ?? backoff
    // Being asked to wait is no failure: it ends when the message is too old.
    return { outcome: { outcome: 'again', attempts, seconds }, pause: seconds }
  }
  if (status >= 500) return tryAgain
  return { outcome: { outcome: 'failed' }, alarm: `${status} ${answer.text}`.trim() }
}

/** @param retryAfter seconds or an HTTP date. Source: RFC 9110, section 10.2.3 */
function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (!retryAfter) return null
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), longestWait)
}
