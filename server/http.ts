import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, RequestError } from '@hono/node-server'
import { createBackendClient, type CallFunction } from '#app/data/backend-client.ts'
import type { SiteSettings } from '#app/data/site-settings.ts'
import type { Backend } from '#backend/open-backend.ts'
import { isRealtime } from '#backend/realtime/handshake.ts'
import { createApp } from './app.ts'
import { openAssetArchive } from './asset-archive.ts'
import { limitBodyTime } from './body-timeouts.ts'
import { createClientAddresses, type ClientAddresses } from './client-address.ts'
import type { Config } from './config.ts'
import { limitConnections } from './connection-limits.ts'
import { KEEP_ALIVE_MS } from './drain.ts'
import { logRepeated } from './log.ts'
import { answerMalformed, answerText } from './malformed-requests.ts'
import { createMetricsHandler } from './metrics/metrics-handler.ts'
import { createMetrics } from './metrics/metrics.ts'
import { tagName } from './page-cache/changed-tags.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { createRenderLimit, type RenderLimit } from './render-limit.ts'
import { hasValidHost } from './request-host.ts'
import { createRequestSchedule, isPipelined, type ScheduleRequest } from './request-schedule.ts'
import { malformedHeaders, securityHeaders } from './response-headers.ts'
import { withSecurityLog } from './security-log.ts'
import { createServerTiming, type ServerTiming } from './server-timing.ts'
import { createShareImages } from './share-image/share-images.ts'
import type { CreateSite, PageInfo, SiteContext, SiteOptions } from './site-interface.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'
import { syndicationRoutes } from './syndication/routes.ts'
import { limitUnread } from './unread-limits.ts'
import { createWebManifest } from './web-manifest.ts'

export interface SiteServerOptions {
  backend: Backend
  config: Config
  /** Folder of the client build; null in development, where Vite serves the files. */
  clientDir: string | null
  assets: SiteOptions['assets']
  createSite: CreateSite
}

/** Limits of node:http on connections. Source: docs/behaviour/faults.md#slow-clients */
const HTTP_LIMITS = {
  /** Milliseconds for the headers of a request, and between two checks of that. */
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  /** Bodies have limits of their own: body-timeouts.ts. */
  requestTimeout: 0,
  /** Milliseconds until an idle connection is closed; drain.ts waits for it. */
  keepAliveTimeout: KEEP_ALIVE_MS,
  /** Bytes. */
  maxHeaderSize: 8_192,
  /** Requests without a host are answered by the listener, with the headers of every answer. */
  requireHostHeader: false,
}

/** The request listener of the server: static files, then the page cache, then the application. */
export function createSiteListener({ backend, config, clientDir, assets, createSite }: SiteServerOptions) {
  const { siteUrl } = config
  const settings = siteSettings(config, backend)
  /** The client of the request that is being handled. */
  const reader = new AsyncLocalStorage<string>()
  const fetchBackend = (request: Request) => backend.fetch(request, undefined, reader.getStore())
  const callFunction: CallFunction = (name, given) => backend.callFunction(name, given, reader.getStore())
  const visitor = createBackendClient({
    url: siteUrl,
    key: backend.publishableKey,
    fetch: (input, init) => fetchBackend(new Request(input, init)),
    callFunction,
  })
  const site = createSite({
    settings,
    assets,
    fetchBackend,
    callFunction,
    logFailure: (what, error) => {
      const reason = error instanceof Error ? error.message : String(error)
      // What failed is often an address, of which there are many.
      logRepeated('error', what, { cause: reason, error: reason })
    },
  })
  const shareImages = createShareImages({ backend: visitor, site: settings, clock: Date.now })
  const syndication = syndicationRoutes(visitor, settings, site.pages)
  const files = clientDir ? openFiles(clientDir, config) : () => false
  const webManifest = createWebManifest(settings)
  const serverTiming = createServerTiming(() => backend.figures().sockets)
  const metrics = createMetrics(backend, site.pages)
  const metricsHandler = createMetricsHandler(metrics.registry, config.metricsToken)
  const handlers = { shareImages, syndication, webManifest, metrics: metricsHandler }
  const limitRenders = createRenderLimit()
  const { addressOf } = createClientAddresses(config.trustedProxies)
  const scheduleRequest = createRequestSchedule({ addressOf, siteUrl })
  const app = createApp({ backend, site, siteUrl, serverTiming, limitRenders, addressOf, ...handlers })
  const fetchApp = withSecurityLog(metrics.timed(app.fetch))
  const malformed = { ...malformedHeaders(siteUrl), connection: 'close' }
  const handleRequest = getRequestListener(fetchApp, {
    // Requests of HTTP/1.0, such as health checks of load balancers, need not name a host.
    hostname: settings.host,
    errorHandler: (error) =>
      new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: malformed }),
  })
  // In development nothing is cached.
  const cache =
    clientDir && config.pageCacheMegabytes > 0
      ? openCache(fetchApp, {
          backend,
          config,
          pages: site.pages,
          serverTiming,
          limitRenders,
          addressOf,
          scheduleRequest,
        })
      : null
  if (cache) metrics.addCache(cache)
  return (request: IncomingMessage, response: ServerResponse): void => {
    // What came in the same packet, after the connection was ended.
    if (request.socket.destroyed) return
    if (!hasValidHost(request)) return void response.writeHead(400, malformed).end()
    limitBodyTime(request, response, { siteUrl })
    if (isPipelined(response)) scheduleRequest(request, response, () => handle(request, response))
    else handle(request, response)
  }
  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (files(request, response) || cache?.handle(request, response)) return
    scheduleRequest(request, response, () =>
      reader.run(addressOf(request), () => void handleRequest(request, response)),
    )
  }
}

/** Files of this build, and assets of earlier builds that open pages may still request. */
function openFiles(clientDir: string, { dataDir, siteUrl }: Config): StaticFiles {
  const headers = securityHeaders(siteUrl)
  const files = openStaticFiles(clientDir, headers)
  const archive = openAssetArchive({ clientDir, folder: join(dataDir, 'assets'), headers })
  return (request, response) => files(request, response) || archive(request, response)
}

interface CacheDependencies extends Pick<SiteServerOptions, 'backend' | 'config'>, Pick<ClientAddresses, 'addressOf'> {
  pages: readonly PageInfo[]
  serverTiming: () => ServerTiming
  limitRenders: RenderLimit
  scheduleRequest: ScheduleRequest
}

function openCache(
  render: (request: Request, context: Pick<SiteContext, 'tag'>) => Promise<Response>,
  { backend, config, ...others }: CacheDependencies,
) {
  const { outbox, publishableKey } = backend
  return createPageCache({
    render: (request, tag) => render(request, { tag: (table, id) => tag(tagName(table, id)) }),
    siteUrl: config.siteUrl,
    publishableKey,
    outbox,
    ...others,
    clock: Date.now,
    capacity: config.pageCacheMegabytes * 1_000_000,
  })
}

function siteSettings(config: Config, backend: Pick<Backend, 'publishableKey' | 'vapidPublicKey'>): SiteSettings {
  return {
    name: config.siteName,
    url: config.siteUrl,
    host: new URL(config.siteUrl).host,
    contactEmail: config.contactEmail,
    whatsappUrl: config.whatsappUrl ?? null,
    telegramUrl: config.telegramUrl ?? null,
    publishableKey: backend.publishableKey,
    vapidPublicKey: backend.vapidPublicKey,
    contactInbox: config.contactInbox === 'on',
    sendsMail: config.smtpUrl !== undefined,
    linkChecks: config.linkChecks !== 'off',
    scriptUrls: [config.analyticsScriptUrl, config.speedInsightsScriptUrl].filter((url) => url !== undefined),
    adScriptUrl: config.adScriptUrl ?? null,
  }
}

export function createSiteServer(options: SiteServerOptions): Server {
  const server = createServer({ ...HTTP_LIMITS, shouldUpgradeCallback: isRealtime }, createSiteListener(options))
  limitConnections(server, options.config, createClientAddresses(options.config.trustedProxies))
  limitUnread(server)
  answerMalformed(server, options.config.siteUrl)
  attachRealtime(server, options)
  return server
}

/** Passes WebSocket upgrades of the realtime service to the backend; other upgrades are left to other listeners. */
export function attachRealtime(
  server: Server,
  { backend: { realtime }, config }: Pick<SiteServerOptions, 'backend' | 'config'>,
): void {
  const { siteUrl } = config
  const { addressOf } = createClientAddresses(config.trustedProxies)
  const headers = malformedHeaders(siteUrl)
  server.on('upgrade', (request, stream, head) => {
    if (!isRealtime(request)) return
    if (!hasValidHost(request)) return void stream.end(answerText(400, siteUrl))
    realtime.upgrade(request, stream, { head, address: addressOf(request), headers })
  })
}
