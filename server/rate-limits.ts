import { RateLimiterMemory } from 'rate-limiter-flexible'

interface Limit {
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

/** What anybody may write. Source: security cases, S13 and S14. */
const LIMITS: Limit[] = [
  { paths: /^\/(rest\/v1\/newsletter_subscribers|newsletter(\.data)?)$/, perMinute: 5, refusal: tooMany },
  { paths: /^\/rest\/v1\/contact_messages$/, perMinute: 5, refusal: tooMany },
  // A flood of page views is dropped without a word: the page that sent one has nobody to tell.
  { paths: /^\/rest\/v1\/analytics_events$/, perMinute: 60, refusal: () => new Response(null, { status: 201 }) },
]

/**
 * @returns a check that answers a request which is one too many for its client, and null for every other one
 */
export function createRateLimits() {
  const limits = LIMITS.map((limit) => ({
    ...limit,
    counter: new RateLimiterMemory({ points: limit.perMinute, duration: 60 }),
  }))
  return async function check(request: Request, client: string): Promise<Response | null> {
    if (request.method !== 'POST') return null
    const { pathname } = new URL(request.url)
    const limit = limits.find(({ paths }) => paths.test(pathname))
    if (!limit) return null
    try {
      await limit.counter.consume(client)
      return null
    } catch (refused) {
      const wait = (refused as { msBeforeNext?: number }).msBeforeNext ?? 60_000
      return limit.refusal(String(Math.ceil(wait / 1_000)))
    }
  }
}
