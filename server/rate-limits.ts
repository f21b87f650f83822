import { isIP } from 'node:net'
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
  // A flood of page views is dropped without a word: the page that sent one has nobody to tell.
  { paths: /^\/rest\/v1\/analytics_events$/, perMinute: 60, refusal: () => new Response(null, { status: 201 }) },
]

/**
 * @returns a check that answers a request which is one too many for its address, and null for every other one
 */
export function createRateLimits() {
  const limits = LIMITS.map((limit) => ({
    ...limit,
    counter: new RateLimiterMemory({ points: limit.perMinute, duration: 60 }),
  }))
  return async function check(request: Request, peer: string | undefined): Promise<Response | null> {
    if (request.method !== 'POST') return null
    const { pathname } = new URL(request.url)
    const limit = limits.find(({ paths }) => paths.test(pathname))
    if (!limit) return null
    try {
      await limit.counter.consume(limitKey(clientAddress(request, peer)))
      return null
    } catch (refused) {
      const wait = (refused as { msBeforeNext?: number }).msBeforeNext ?? 60_000
      return limit.refusal(String(Math.ceil(wait / 1_000)))
    }
  }
}

/** A proxy on this machine says whom it speaks for, in the entry it added itself: the last one. Others are not believed. */
function clientAddress(request: Request, peer = ''): string {
  const isLocalProxy = /^(::1|(::ffff:)?127\.)/.test(peer)
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return isLocalProxy && forwarded && isIP(forwarded) ? forwarded : peer
}

/** One household or provider customer owns 64 bits of IPv6 addresses. */
function limitKey(address: string): string {
  if (isIP(address) !== 6 || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array<string>(8 - front.length - back.length).fill('0') : []
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
