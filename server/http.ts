import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createBackendClient } from '#app/data/backend-client.ts'
import type { SiteSettings } from '#app/data/site-settings.ts'
import type { Backend } from '#backend/open-backend.ts'
import { isRealtime } from '#backend/realtime/handshake.ts'
import { createApp } from './app.ts'
import { openAssetArchive } from './asset-archive.ts'
import { limitedAddress } from './client-address.ts'
import type { Config } from './config.ts'
import { log } from './log.ts'
import { createMetricsHandler } from './metrics/metrics-handler.ts'
import { createMetrics } from './metrics/metrics.ts'
import { tagName } from './page-cache/changed-tags.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { securityHeaders } from './response-headers.ts'
import { withSecurityLog } from './security-log.ts'
import { createServerTiming, type ServerTiming } from './server-timing.ts'
import { createShareImages } from './share-image/share-images.ts'
import type { CreateSite, PageInfo, SiteContext, SiteOptions } from './site-interface.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'
import { syndicationRoutes } from './syndication/routes.ts'
import { createWebManifest } from './web-manifest.ts'

export interface SiteServerOptions {
  backend: Backend
  config: Config
  /** Folder of the client build; null in development, where Vite serves the files. */
  clientDir: string | null
  assets: SiteOptions['assets']
  createSite: CreateSite
}

/**
 * Time a client has to send its headers and its whole request, in milliseconds.
 * Source: docs/behaviour/faults.md#slow-clients.
 */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000

/** The same for an upload, which may come over a slow connection. Other clients are denied before the body is read. */
const UPLOAD_TIMEOUT_MS = 600_000

/** The request listener of the server: static files, then the page cache, then the application. */
export function createSiteListener({ backend, config, clientDir, assets, createSite }: SiteServerOptions) {
  const { siteUrl } = config
  const settings = siteSettings(config, backend)
  const fetchBackend = (request: Request) => backend.fetch(request)
  const visitor = createBackendClient({
    url: siteUrl,
    key: backend.publishableKey,
    fetch: (input, init) => fetchBackend(new Request(input, init)),
  })
  const site = createSite({
    settings,
    assets,
    fetchBackend,
    logFailure: (what, error) => log.error(what, { error: error instanceof Error ? error.message : String(error) }),
  })
  const shareImages = createShareImages({ backend: visitor, site: settings, clock: Date.now })
  const syndication = syndicationRoutes(visitor, settings, site.pages)
  const files = clientDir ? openFiles(clientDir, config) : () => false
  const webManifest = createWebManifest(settings)
  const serverTiming = createServerTiming(() => backend.figures().sockets)
  const metrics = createMetrics(backend, site.pages)
  const metricsHandler = createMetricsHandler(metrics.registry, config.metricsToken)
  const handlers = { shareImages, syndication, webManifest, metrics: metricsHandler }
  const app = createApp({ backend, site, siteUrl, serverTiming, ...handlers })
  const fetchApp = withSecurityLog(metrics.timed(app.fetch))
  const handleRequest = getRequestListener(fetchApp)
  // In development nothing is cached.
  const isCached = clientDir && config.pageCacheMegabytes > 0
  const cache = isCached ? openCache(fetchApp, { backend, config, pages: site.pages, serverTiming }) : null
  if (cache) metrics.addCache(cache)
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (files(request, response) || cache?.handle(request, response)) return
    if (!request.url?.startsWith('/storage/v1/object/')) limitRequestTime(request)
    void handleRequest(request, response)
  }
}

/** Files of this build, and assets of earlier builds that open pages may still request. */
function openFiles(clientDir: string, { dataDir, siteUrl }: Config): StaticFiles {
  const headers = securityHeaders(siteUrl)
  const files = openStaticFiles(clientDir, headers)
  const archive = openAssetArchive({ clientDir, folder: join(dataDir, 'assets'), headers })
  return (request, response) => files(request, response) || archive(request, response)
}

interface CacheDependencies extends Pick<SiteServerOptions, 'backend' | 'config'> {
  pages: readonly PageInfo[]
  serverTiming: () => ServerTiming
}

function openCache(
  render: (request: Request, context: Pick<SiteContext, 'tag'>) => Promise<Response>,
  { backend, config, pages, serverTiming }: CacheDependencies,
) {
  const { outbox, publishableKey } = backend
  return createPageCache({
    render: (request, tag) => render(request, { tag: (table, id) => tag(tagName(table, id)) }),
    siteUrl: config.siteUrl,
    publishableKey,
    pages,
    outbox,
    serverTiming,
    clock: Date.now,
    capacity: config.pageCacheMegabytes * 1_000_000,
  })
}

/** Ends a request whose body is not complete after REQUEST_TIMEOUT_MS; the limit of node:http is that of uploads. */
function limitRequestTime(request: IncomingMessage): void {
  if (request.complete || (!request.headers['content-length'] && !request.headers['transfer-encoding'])) return
  const { socket } = request
  const timer = setTimeout(() => {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    request.destroy()
  }, REQUEST_TIMEOUT_MS)
  request.once('close', () => clearTimeout(timer))
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
    scriptUrls: [config.analyticsScriptUrl, config.speedInsightsScriptUrl].filter((url) => url !== undefined),
    adScriptUrl: config.adScriptUrl ?? null,
  }
}

export function createSiteServer(options: SiteServerOptions): Server {
  const limits = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: UPLOAD_TIMEOUT_MS, maxHeaderSize: 8_192 }
  const server = createServer({ ...limits, shouldUpgradeCallback: isRealtime }, createSiteListener(options))
  attachRealtime(server, options.backend)
  return server
}

/** Passes WebSocket upgrades of the realtime service to the backend; other upgrades are left to other listeners. */
export function attachRealtime(server: Server, { realtime }: Backend): void {
  server.on('upgrade', (request, stream, head) => {
    if (!isRealtime(request)) return
    const { 'x-forwarded-for': forwarded } = request.headers
    const address = limitedAddress(request.socket.remoteAddress, [forwarded].flat().join())
    realtime.upgrade(request, stream, { head, address })
  })
}
