import { Hono, type Context } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { Backend } from '#backend/open-backend.ts'
import { bodyLimit } from 'hono/body-limit'
import { createBusyResponse } from './busy.ts'
import { createClientAddresses, type ClientAddresses } from './client-address.ts'
import { compressed } from './compression.ts'
import { logRepeated } from './log.ts'
import { isPagePartRequest, pagePart } from './page-part.ts'
import { canonicalPath, createPagePaths, isAdminPath, isFilePath } from './paths.ts'
import { createRateLimits } from './rate-limits.ts'
import { createRenderLimit, type RenderLimit } from './render-limit.ts'
import { NO_STORE, NOT_A_PAGE_POLICY, securityHeaders } from './response-headers.ts'
import type { ServerTiming } from './server-timing.ts'
import type { Site, SiteContext } from './site-interface.ts'
import { limitVisitorRow } from './visitor-writes.ts'

export interface AppOptions {
  backend: Pick<Backend, 'fetch' | 'countCall' | 'figures' | 'hasSecretKey'>
  site: Site
  shareImages: (request: Request) => Promise<Response>
  /** Handlers of sitemap, feeds and calendars, by path. */
  syndication: [path: string, handler: (request: Request) => Promise<Response>][]
  /** The web app manifest. */
  webManifest: () => Response
  siteUrl: string
  /** Limits pages that are rendered for clients; the page cache limits those that it renders. */
  limitRenders?: RenderLimit
  addressOf?: ClientAddresses['addressOf']
  /** Metrics in the format of Prometheus. */
  metrics: (request: Request, peer: string | undefined) => Response | Promise<Response>
  /** Header that is sent with every page. */
  serverTiming: () => ServerTiming
}

interface ServerEnvironment {
  Bindings: Partial<HttpBindings> & Pick<SiteContext, 'tag'>
  /** Whether the response has its own Cache-Control header; all others get `no-store`. */
  Variables: { hasCacheControl?: boolean }
}

/** Milliseconds without a response of the database after which /readyz reports it as unavailable. */
const READY_LAG = 5_000

type ServerContext = Context<ServerEnvironment>

/** All routes of the server except static files, which are served before. */
export function createApp(options: AppOptions) {
  const { backend, site, shareImages, syndication, webManifest, siteUrl, metrics } = options
  const { limitRenders = createRenderLimit(), addressOf = createClientAddresses().addressOf } = options
  const app = new Hono<ServerEnvironment>()
  const paths = createPagePaths(site.pages)
  const tooMany = createRateLimits(backend.countCall, site.pages)
  const busy = createBusyResponse(siteUrl)

  addHeaders(app, siteUrl)
  app.onError((error, c) => {
    // No client gets this response, and nothing has failed here.
    if (hasLeft(c)) return c.body(null, 400)
    logRepeated('error', 'A request failed', { cause: error.message, path: c.req.path, error: error.stack })
    return c.text('Server error', 500)
  })

  const clientOf = ({ env }: ServerContext) => (env?.incoming ? addressOf(env.incoming) : '')
  const callBackend = async (c: ServerContext) =>
    (await tooMany(c.req.raw, clientOf(c))) ?? backend.fetch(c.req.raw, clientOf(c))
  app.use('/rest/v1/*', limitVisitorRow(backend))
  app.post('/rest/v1/analytics_events', async (c) => uncached(c, await callBackend(c)))
  app.all('/rest/v1/*', callBackend)
  app.all('/auth/v1/*', callBackend)
  app.all('/storage/v1/*', async (c) => {
    const response = await callBackend(c)
    c.set('hasCacheControl', response.headers.has('cache-control'))
    return response
  })
  app.all('/functions/v1/*', callBackend)
  app.all('/realtime/v1/*', callBackend) // requests without a WebSocket upgrade

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', (c) => (backend.figures().outboxLag < READY_LAG ? c.text('ready') : c.text('no database', 503)))
  app.get('/metrics', (c) => metrics(c.req.raw, c.env?.incoming?.socket.remoteAddress))
  app.get('/manifest.webmanifest', cacheable(webManifest))
  /** A document that is not cached counts as a rendered page of its client; the page cache limits what it renders itself. */
  const limited = (handler: (request: Request) => Response | Promise<Response>) => {
    const answer = cacheable(handler)
    return async (c: ServerContext) => {
      if (!c.env?.incoming) return answer(c)
      return (await limitRenders(clientOf(c), () => answer(c))) ?? busy(pathOf(c))
    }
  }
  app.get('/share/*', limited(shareImages))
  for (const [path, handler] of syndication) app.get(path, limited(handler)) // sitemap, feeds, calendars

  const page = async (c: ServerContext, request: Request, context: SiteContext): Promise<Response> => {
    const render = async () => {
      const rendered = await site.fetch(request, context)
      const isPage = rendered.headers.get('content-type')?.startsWith('text/html') && !isAdminPath(pathOf(c))
      const requested = isPage && isPagePartRequest(c.req.header('accept')) ? await cutToPart(rendered) : rendered
      const response = await compressed(requested, c.req.header('accept-encoding') ?? '')
      if (isPage) response.headers.append('vary', 'accept')
      if (isPage) response.headers.set(...options.serverTiming())
      return response
    }
    if (!c.env?.incoming) return render()
    return (await limitRenders(clientOf(c), render)) ?? busy(pathOf(c))
  }
  for (const { path, formBytes } of site.pages) {
    if (formBytes === null) continue
    const onError = (c: ServerContext) => c.text('The form is too large', 413)
    app.post(path, bodyLimit({ maxSize: formBytes, onError }), async (c) => {
      if (isFromOtherSite(c.req.raw, siteUrl)) return c.text('Forms are accepted from this site only', 403)
      const isOverLimit = (await tooMany(c.req.raw, clientOf(c))) !== null
      // The page counts as rendered from here on, and others do not wait until a slow network has sent the form.
      const arrived = new Request(c.req.raw, { method: 'POST', body: await c.req.raw.arrayBuffer() })
      return page(c, arrived, { isOverLimit })
    })
    app.all(path, onlyMethods('GET, HEAD, POST'))
  }
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const path = pathOf(c)
    if (isFilePath(path)) return c.text('Not found', 404)
    const canonical = canonicalPath(path)
    const isKnown = paths.find(canonical) !== undefined || isAdminPath(canonical)
    if (isKnown && canonical !== path) return c.redirect(canonical + new URL(c.req.url).search, 301)
    // All unknown paths render the same page, and all unknown slugs another, so that each is cached once.
    const request = isKnown ? c.req.raw : new Request(siteUrl + paths.insteadOf(canonical), { method: c.req.method })
    return page(c, request, { tag: c.env?.tag })
  })
  app.all('*', onlyMethods('GET, HEAD'))

  return app
}

/**
 * Seconds after which a client may repeat a request that got 503. Supabase's client waits so long before it repeats a
 * read, so the screen says only after some multiple of it that the database is away.
 */
const RETRY_AFTER = '1'

/**
 * Security headers for every response, with the page's own policy of referrers if it has one, `no-store` for those without
 * their own Cache-Control header, and Retry-After for those that say 503. Source: docs/behaviour/faults.md#database-away
 */
function addHeaders(app: Hono<ServerEnvironment>, siteUrl: string): void {
  const security = Object.entries(securityHeaders(siteUrl))
  const noStore = Object.entries(NO_STORE)
  app.use(async (c, next) => {
    await next()
    const headers = c.get('hasCacheControl') ? security : [...security, ...noStore]
    const referrers = c.res.headers.get('referrer-policy')
    for (const [name, value] of headers) c.res.headers.set(name, value)
    if (referrers) c.res.headers.set('referrer-policy', referrers)
    if (!c.res.headers.has('content-security-policy')) {
      c.res.headers.set('content-security-policy', NOT_A_PAGE_POLICY)
    }
    if (c.res.status === 503 && !c.res.headers.has('retry-after')) c.res.headers.set('retry-after', RETRY_AFTER)
  })
}

/** Whether the client has closed its connection before all of its request had arrived, as a phone without network does. */
function hasLeft({ env }: ServerContext): boolean {
  return env?.incoming !== undefined && env.incoming.destroyed && !env.incoming.complete
}

function pathOf(c: ServerContext): string {
  return new URL(c.req.url).pathname
}

async function cutToPart(page: Response): Promise<Response> {
  const { status, headers } = page
  const part = pagePart(Buffer.from(await page.arrayBuffer()))
  headers.set('content-length', String(part.length))
  return new Response(new Uint8Array(part), { status, headers })
}

/** Lets a response keep its own Cache-Control header; errors must not be cached. */
function cacheable(handler: (request: Request) => Response | Promise<Response>) {
  return async (c: ServerContext) => {
    const response = await handler(c.req.raw)
    c.set('hasCacheControl', response.status < 400)
    return response
  }
}

/**
 * Chromium excludes a page from its back-forward cache when a request of its scripts got a response with `no-store`.
 */
function uncached(c: ServerContext, response: Response): Response {
  c.set('hasCacheControl', true)
  response.headers.set('cache-control', 'no-cache')
  return response
}

/**
 * Whether a browser says that a form stood on a page of another site: by Sec-Fetch-Site, or by Origin where that is missing,
 * as in older browsers and on http. Clients that send neither hold no credentials of a visitor.
 */
function isFromOtherSite({ headers }: Request, siteUrl: string): boolean {
  const relation = headers.get('sec-fetch-site')
  if (relation !== null) return relation !== 'same-origin' && relation !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== siteUrl && URL.parse(origin)?.host !== headers.get('host')
}

/** Responds with 405 to methods that no earlier route has handled. */
function onlyMethods(allow: string) {
  return async (c: ServerContext, next: () => Promise<void>) => {
    if (allow.split(', ').includes(c.req.method)) return next()
    return c.text('Method not allowed', 405, { Allow: allow })
  }
}
