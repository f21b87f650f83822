import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { openRounds, type Rounds } from '#backend/rounds.ts'
import { indianDay } from '#domain/dates.ts'
import type { NoAnswer } from '#domain/link-check.ts'
import type { FollowedAnswer } from './check-link.ts'
import { storeChecks, type StoredCheck } from './stored-checks.ts'

/** Milliseconds between rounds, each of which does nothing by day. */
const interval = 10 * 60_000

/** Hours of the night in India, from its midnight. */
const [firstHour, endHour] = [1, 5]

/** Links of one claim, hosts that are asked at the same time, and milliseconds of rest before a host is asked again. */
const batch = 20
const parallel = 2
const pauseOfHost = 1_000

/** In a batch of so many hosts none of which can be reached, it is this server that has no connection. */
const fewestHosts = 5

/** What a server without a connection finds. Other reasons say that there is one, or were found without asking. */
const unreachable: (NoAnswer | null)[] = ['no-network', 'no-host', 'no-answer']

interface NightlyOptions {
  /** Connections that are "service_role". */
  sql: Sql
  /** Address of this site, whose own links are not checked. */
  siteUrl: string
  check: (link: string, signal: AbortSignal) => Promise<FollowedAnswer>
  /** Whether links are only collected for the list of dead ones, because staff alone have them checked. */
  onlyCollects?: boolean
  /** Milliseconds of rest before a host is asked again. */
  rest?: number
}

/**
 * Checks the links of public notices every night, one server at a time, those first that were checked longest ago.
 * Source: docs/behaviour/plausibility.md#dead-links; docs/decisions/053
 * @param logFailure is called when a round fails; the next one goes on
 */
export function openNightlyChecks(options: NightlyOptions, logFailure: (what: string, error: unknown) => void): Rounds {
  const server = randomUUID()
  return openRounds((signal) => checkDueLinks(options, { server, now: Date.now, signal }), {
    interval,
    onFailure: (error) => logFailure('Links could not be checked', error),
  })
}

interface Round {
  /** Identifies this server. */
  server: string
  /** Milliseconds since the epoch. */
  now: () => number
  signal: AbortSignal
}

/** Checks batch after batch until none is due, another server checks, the night is over, or the signal is aborted. */
export async function checkDueLinks(options: NightlyOptions, { server, now, signal }: Round): Promise<void> {
  for (let night = nightOf(now()); night && !signal.aborted; night = nightOf(now())) {
    const [claimed] = await options.sql<{ links: string[] }[]>`
      select links.claim(${server}, ${night}, ${options.siteUrl}, ${options.onlyCollects ? 0 : batch}) as links`
    if (!claimed || claimed.links.length === 0) return
    const checks = await checkBatch(claimed.links, options, { now, signal })
    // These are not blamed, and the next round claims others.
    if (isOffline(checks)) throw new Error(`None of ${checks.length} links could be reached`)
    await storeChecks(options.sql, checks)
  }
}

/** @returns the beginning of the present night; null by day */
function nightOf(now: number): Date | null {
  const midnight = Date.parse(`${indianDay(now)}T00:00:00+05:30`)
  const [begin, end] = [midnight + firstHour * 3_600_000, midnight + endHour * 3_600_000]
  return now >= begin && now < end ? new Date(begin) : null
}

/** Asks several hosts at the same time, each of them one question after the other. */
async function checkBatch(links: readonly string[], options: NightlyOptions, round: Omit<Round, 'server'>) {
  const hosts = [...Map.groupBy(links, hostOf).values()]
  const checks: StoredCheck[] = []
  const work = async () => {
    for (let host = hosts.pop(); host; host = hosts.pop()) checks.push(...(await checkHost(host, options, round)))
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return checks
}

/** A host that cannot be reached is not asked for its other links. */
async function checkHost(
  links: readonly string[],
  { check, rest = pauseOfHost }: NightlyOptions,
  { now, signal }: Omit<Round, 'server'>,
) {
  const checks: StoredCheck[] = []
  let away: FollowedAnswer | null = null
  for (const link of links) {
    if (checks.length > 0 && !away) await pause(rest, null, { signal })
    const { failedHost, ...answer }: FollowedAnswer = away ?? (await check(link, signal))
    if (answer.status === null && answer.outcome === 'fails' && !failedHost) away = answer
    checks.push({ ...answer, link, checked_at: new Date(now()).toISOString() })
  }
  return checks
}

function isOffline(checks: readonly StoredCheck[]): boolean {
  return (
    checks.every(({ reason }) => unreachable.includes(reason)) &&
    new Set(checks.map(({ link }) => hostOf(link))).size >= fewestHosts
  )
}

function hostOf(link: string): string {
  return URL.parse(link)?.hostname ?? ''
}
