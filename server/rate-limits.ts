import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { CountCall } from '#backend/call-counts.ts'
import { CONTACT_PATH, NEWSLETTER_PATH, REPORT_FOLDER, SAVED_STATES_PATH } from '#domain/page-paths.ts'
import type { PageInfo } from './site-interface.ts'

interface Limit {
  /** Name of the counter in the database. */
  name: string
  paths: RegExp
  /** Requests per address and minute. */
  perMinute: number
  /** Requests per address and day, where what they store has a limit in all. */
  perDay?: number
  /** Response to a request over the limit. */
  rejection: (retryAfter: string) => Response
}

const tooMany = (retryAfter: string) =>
  Response.json(
    { code: 'PT429', message: 'Too many requests, try again later', details: null, hint: null },
    { status: 429, headers: { 'retry-after': retryAfter } },
  )

/**
 * What one address, or sixteen times as much what a /48 network, may store in a day: with five a minute alone, one rented
 * server would fill the inbox within hours, and others could not write any more. Source: docs/behaviour/limits.md#inbox
 */
const STORED_PER_DAY = 100

/** Limits for writes of visitors. Source: docs/behaviour/security.md#what-visitors-write. */
const LIMITS: Limit[] = [
  {
    name: 'newsletter',
    paths: new RegExp(`^(/rest/v1/newsletter_subscribers|${NEWSLETTER_PATH})$`),
    perMinute: 5,
    perDay: STORED_PER_DAY,
    rejection: tooMany,
  },
  { name: 'new passwords', paths: /^\/auth\/v1\/recover$/, perMinute: 5, rejection: tooMany },
  { name: 'links', paths: /^\/auth\/v1\/(verify|invite|admin\/generate_link)$/, perMinute: 20, rejection: tooMany },
  { name: 'second factors', paths: /^\/auth\/v1\/factors(\/.*)?$/, perMinute: 30, rejection: tooMany },
  {
    name: 'contact',
    paths: new RegExp(`^(/rest/v1/contact_messages|${CONTACT_PATH})$`),
    perMinute: 5,
    perDay: STORED_PER_DAY,
    rejection: tooMany,
  },
  // Many phones share an address; the request names notices and no person.
  { name: 'saved notices', paths: new RegExp(`^${SAVED_STATES_PATH}$`), perMinute: 60, rejection: tooMany },
  {
    name: 'reports',
    paths: new RegExp(`^(/rest/v1/mistake_reports|${REPORT_FOLDER}/[^/]+/[^/]+)$`),
    perMinute: 5,
    perDay: STORED_PER_DAY,
    rejection: tooMany,
  },
  {
    name: 'page views',
    paths: /^\/rest\/v1\/analytics_events$/,
    perMinute: 60,
    // Page views over the limit are dropped without an error, because pages ignore the response.
    rejection: () => new Response(null, { status: 201 }),
  },
]

/** Seconds of the time windows of the counters. */
const WINDOW = 60
const DAY = 86_400

/** Limit for the forms of pages that have no other. */
function formLimit({ path }: PageInfo): Limit {
  const paths = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
  return { name: `form ${path}`, paths, perMinute: 5, rejection: tooMany }
}

/**
 * All servers count in the database. Each server also counts locally, and does not query the database for a client that
 * is over the limit on this server alone.
 *
 * @returns a check with the response for a request over the limit, and null for all other requests
 */
export function createRateLimits(countCall: CountCall, pages: readonly PageInfo[] = []) {
  const forms = pages.filter(({ formBytes }) => formBytes !== null).map(formLimit)
  const limits = [...LIMITS, ...forms].map((limit) => ({
    ...limit,
    local: new RateLimiterMemory({ points: limit.perMinute, duration: WINDOW }),
  }))
  return async function check(request: Request, client: string): Promise<Response | null> {
    if (request.method !== 'POST') return null
    const pathname = decoded(new URL(request.url).pathname)
    const limit = limits.find(({ paths }) => paths.test(pathname))
    if (!limit) return null
    const wait = (await localWait(limit.local, client)) || (await sharedWait(countCall, limit, client))
    return wait > 0 ? limit.rejection(String(wait)) : null
  }
}

/** Routes match decoded paths, so '/%63ontact' is the contact form, too. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

async function localWait(counter: RateLimiterMemory, client: string): Promise<number> {
  try {
    await counter.consume(client)
    return 0
  } catch (rejection) {
    return Math.ceil(((rejection as { msBeforeNext?: number }).msBeforeNext ?? WINDOW * 1_000) / 1_000)
  }
}

/** Errors are ignored: when the database is unavailable, the write itself fails too. */
async function sharedWait(countCall: CountCall, { name, perMinute, perDay }: Limit, client: string): Promise<number> {
  try {
    const wait = await countCall(name, client, { most: perMinute, seconds: WINDOW })
    if (wait > 0 || perDay === undefined) return wait
    return await countCall(name, client, { most: perDay, seconds: DAY })
  } catch {
    return 0
  }
}
