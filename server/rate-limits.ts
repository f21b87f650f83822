import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { CountCall } from '#backend/call-counts.ts'

interface Limit {
  /** What is counted together. */
  name: string
  paths: RegExp
  /** Requests per address and minute. */
  perMinute: number
  /** What the one too many gets. */
  refusal: (retryAfter: string) => Response
}

const tooMany = (retryAfter: string) =>
  Response.json(
    { code: 'PT429', message: 'Too many requests, try again in a minute', details: null, hint: null },
    { status: 429, headers: { 'retry-after': retryAfter } },
  )

/** What visitors may write. Source: security cases, S13 and S14. */
const LIMITS: Limit[] = [
  {
    name: 'newsletter',
    paths: /^\/(rest\/v1\/newsletter_subscribers|newsletter)$/,
    perMinute: 5,
    refusal: tooMany,
  },
  { name: 'contact', paths: /^\/(rest\/v1\/contact_messages|contact)$/, perMinute: 5, refusal: tooMany },
  {
    name: 'page views',
    paths: /^\/rest\/v1\/analytics_events$/,
    perMinute: 60,
    // A flood of page views is dropped in silence: the page that sent one does not look at the answer.
    refusal: () => new Response(null, { status: 201 }),
  },
]

/** Seconds in which calls are counted together. */
const SPAN = 60

/**
 * All servers count together in the database; each one counts for itself as well, and does not ask the database about a
 * client that has been too often here alone.
 *
 * @returns a check that answers a request which is one too many for its client, and null for every other one
 */
export function createRateLimits(countCall: CountCall) {
  const limits = LIMITS.map((limit) => ({
    ...limit,
    here: new RateLimiterMemory({ points: limit.perMinute, duration: SPAN }),
  }))
  return async function check(request: Request, client: string): Promise<Response | null> {
    if (request.method !== 'POST') return null
    const { pathname } = new URL(request.url)
    const limit = limits.find(({ paths }) => paths.test(pathname))
    if (!limit) return null
    const wait = (await waitHere(limit.here, client)) || (await waitAnywhere(countCall, limit, client))
    return wait > 0 ? limit.refusal(String(wait)) : null
  }
}

async function waitHere(counter: RateLimiterMemory, client: string): Promise<number> {
  try {
    await counter.consume(client)
    return 0
  } catch (refused) {
    return Math.ceil(((refused as { msBeforeNext?: number }).msBeforeNext ?? SPAN * 1_000) / 1_000)
  }
}

/** A database that cannot count cannot be written to either: it says so itself. */
async function waitAnywhere(countCall: CountCall, { name, perMinute }: Limit, client: string): Promise<number> {
  return countCall(name, client, { most: perMinute, seconds: SPAN }).catch(() => 0)
}
