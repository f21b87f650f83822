import { indianDay } from './dates.ts'

/** Why a check of a link got no answer that can be judged, or none at all. */
export type NoAnswer =
  | 'no-host'
  | 'no-answer'
  | 'certificate'
  | 'not-public'
  | 'not-allowed'
  | 'redirects'
  | 'no-http'
  | 'no-network'

/**
 * What a check of a link found. It is `unknown` when the server refuses programs, or when it is not certain that browsers
 * fail as well. Source: docs/behaviour/plausibility.md#dead-links
 */
export interface LinkAnswer {
  outcome: 'works' | 'fails' | 'unknown'
  /** Status of HTTP; null without an answer. */
  status: number | null
  reason: NoAnswer | null
}

/** The last check of a link. */
export interface LinkCheck extends LinkAnswer {
  link: string
  /** Timestamps in ISO 8601. */
  checked_at: string
  /** Since when every check has failed; null when the last one did not. */
  failing_since: string | null
}

const REASONS: Record<NoAnswer, string> = {
  'no-host': 'there is no such host',
  'no-answer': 'the server does not answer',
  certificate: 'could not be checked: its certificate is not trusted here',
  'not-public': 'could not be checked: the address is not public',
  'not-allowed': 'could not be checked: only the usual ports of http and https are',
  redirects: 'could not be checked: it redirects too often',
  'no-http': 'could not be checked: the answer is not HTTP',
  'no-network': 'could not be checked: this server has no connection',
}

/** Statuses of HTTP by which a page is gone or broken. Others, such as 403 and 503, are also given to programs alone. */
const FAILURES = [404, 410, 500, 501, 502, 504]

/** @returns what a status of HTTP says about a link, redirects excepted */
export function answerOf(status: number): LinkAnswer {
  const outcome = status >= 200 && status < 300 ? 'works' : FAILURES.includes(status) ? 'fails' : 'unknown'
  return { outcome, status, reason: null }
}

/** @returns whether a link failed on two different days in India, and never worked between */
export function isDead({ outcome, checked_at, failing_since }: LinkCheck): boolean {
  return outcome === 'fails' && failing_since !== null && indianDay(failing_since) < indianDay(checked_at)
}

/** @returns the result of a check in words: 'works', 'answers 404', 'there is no such host' */
export function linkResult({ outcome, status, reason }: LinkAnswer): string {
  if (reason) return REASONS[reason]
  if (outcome === 'works') return 'works'
  return outcome === 'fails' ? `answers ${status}` : `could not be checked: the server answers ${status} to programs`
}
