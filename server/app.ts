import { Hono, type Context } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { Backend } from '#backend/open-backend.ts'
import { bodyLimit } from 'hono/body-limit'
import { limitedAddress } from './client-address.ts'
import { compressed } from './compression.ts'
import { log } from './log.ts'
import { createRateLimits } from './rate-limits.ts'
import { NO_STORE, NOT_A_PAGE_POLICY, securityHeaders } from './response-headers.ts'
import type { Circumstances, Site } from './site.ts'

export interface AppOptions {
  backend: Backend
  site: Site
  shareImages: (request: Request) => Promise<Response>
  /** What crawlers, feed readers and calendars are answered, by path. */
  syndication: [path: string, answer: (request: Request) => Promise<Response>][]
  /** What the site is called when it is installed. */
  webManifest: () => Response
  siteUrl: string
  /** Numbers for an operator, as Prometheus reads them. */
  metrics: (request: Request, peer: string | undefined) => Response
}

interface ServerEnvironment {
  Bindings: Partial<HttpBindings> & Pick<Circumstances, 'shows'>
  /** Whether the answer says itself how long it may be kept; every other one must not be kept at all. */
  Variables: { mayBeKept?: boolean }
}

/** Largest form a visitor can send. */
const FORM_BYTES = 4_096

/** Milliseconds without a word of the database after which it counts as away. */
const READY_LAG = 5_000

type ServerContext = Context<ServerEnvironment>

/** Everything the server answers, on one screen; static files come before it. */
export function createApp(options: AppOptions) {
  const { backend, site, shareImages, syndication, webManifest, siteUrl, metrics } = options
  const app = new Hono<ServerEnvironment>()
  const always = Object.entries(securityHeaders(siteUrl))
  const neverKept = Object.entries(NO_STORE)

  app.use(async (c, next) => {
    await next()
    const headers = c.get('mayBeKept') ? always : [...always, ...neverKept]
    for (const [name, value] of headers) c.res.headers.set(name, value)
    if (!c.res.headers.has('content-security-policy')) {
      c.res.headers.set('content-security-policy', NOT_A_PAGE_POLICY)
    }
  })

  app.onError((error, c) => {
    log.error('A request failed', { path: c.req.path, error: error.stack })
    return c.text('Server error', 500)
  })

  const tooMany = createRateLimits(backend.countCall)
  const clientOf = (c: ServerContext) =>
    limitedAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'))
  const contract = async (c: ServerContext) =>
    (await tooMany(c.req.raw, clientOf(c))) ?? backend.fetch(c.req.raw, clientOf(c))
  app.all('/rest/v1/*', contract)
  app.all('/auth/v1/*', contract)
  app.all('/storage/v1/*', async (c) => {
    const response = await contract(c)
    c.set('mayBeKept', response.headers.has('cache-control'))
    return response
  })
  app.all('/functions/v1/*', contract)
  app.all('/realtime/v1/*', contract) // what does not ask for a WebSocket

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', (c) => (backend.figures().outboxLag < READY_LAG ? c.text('ready') : c.text('no database', 503)))
  app.get('/metrics', (c) => metrics(c.req.raw, c.env?.incoming?.socket.remoteAddress))
  app.get('/manifest.webmanifest', kept(webManifest))
  app.get('/share/*', kept(shareImages))
  for (const [path, answer] of syndication) app.get(path, kept(answer)) // sitemap, feeds, calendars

  app.on('POST', ['/newsletter', '/newsletter.data'], bodyLimit({ maxSize: FORM_BYTES }), async (c) => {
    const isOverLimit = (await tooMany(c.req.raw, clientOf(c))) !== null
    return compressed(await site(c.req.raw, { isOverLimit }), c.req.header('accept-encoding') ?? '')
  })
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const path = new URL(c.req.url).pathname
    if (isMissingFile(path)) return c.text('Not found', 404)
    const canonical = canonicalPath(path)
    if (canonical !== path) return c.redirect(canonical + new URL(c.req.url).search, 301)
    const { shows } = c.env ?? {}
    return compressed(await site(c.req.raw, shows ? { shows } : {}), c.req.header('accept-encoding') ?? '')
  })
  app.all('*', (c) => c.text('Method not allowed', 405, { Allow: 'GET, HEAD' }))

  return app
}

/** An answer that says itself how long it may be kept; a failure must not be. */
function kept(answer: (request: Request) => Response | Promise<Response>) {
  return async (c: ServerContext) => {
    const response = await answer(c.req.raw)
    c.set('mayBeKept', response.status < 400)
    return response
  }
}

/** A path that names a file is a file that does not exist, never a page. React Router's own data paths end in .data. */
function isMissingFile(path: string): boolean {
  return path.startsWith('/assets/') || path.startsWith('/.well-known/') || /\.(?!data$)[a-z0-9]{1,11}$/i.test(path)
}

/** Pages have one spelling: lower case, no slash at the end. */
function canonicalPath(path: string): string {
  const trimmed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return /%|\.data$/.test(trimmed) ? trimmed : trimmed.toLowerCase()
}
