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
import { answerMetrics } from './metrics/answer-metrics.ts'
import { createMetrics } from './metrics/metrics.ts'
import { tagName } from './page-cache/changed-tags.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { securityHeaders } from './response-headers.ts'
import { createServerTiming, type ServerTiming } from './server-timing.ts'
import { createShareImages } from './share-image/share-images.ts'
import type { CreateSite, PageInfo, SiteContext, SiteOptions } from './site-interface.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'
import { syndicationRoutes } from './syndication/routes.ts'
import { createWebManifest } from './web-manifest.ts'

export interface SiteServerOptions {
  backend: Backend
  config: Config
  /** Folder of the client build; none in development, where Vite serves it. */
  clientDir: string | null
  assets: SiteOptions['assets']
  createSite: CreateSite
}

/** Time a client has to send its headers and its whole request, in milliseconds. Source: fault cases, R12. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 20_000

/** The same for a file, which staff send over slow lines; others are refused before it is read. */
const UPLOAD_TIMEOUT_MS = 600_000

/** The listener of the whole product: files from memory first, then the application. */
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
  const shownMetrics = answerMetrics(metrics.registry, config.metricsToken)
  const answers = { shareImages, syndication, webManifest, metrics: shownMetrics }
  const app = createApp({ backend, site, siteUrl, serverTiming, ...answers })
  const answerRequest = metrics.timed(app.fetch)
  const answer = getRequestListener(answerRequest)
  // In development every request is rendered.
  const isCached = clientDir && config.pageCacheMegabytes > 0
  const cache = isCached ? openCache(answerRequest, { backend, config, pages: site.pages, serverTiming }) : null
  if (cache) metrics.addCache(cache)
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (files(request, response) || cache?.answer(request, response)) return
    if (!request.url?.startsWith('/storage/v1/object/')) endLateRequest(request)
    void answer(request, response)
  }
}

/** Files of this build, and scripts of earlier ones that pages which are still open may ask for. */
function openFiles(clientDir: string, { dataDir, siteUrl }: Config): StaticFiles {
  const headers = securityHeaders(siteUrl)
  const files = openStaticFiles(clientDir, headers)
  const archive = openAssetArchive({ clientDir, folder: join(dataDir, 'assets'), headers })
  return (request, response) => files(request, response) || archive(request, response)
}

interface CacheParts extends Pick<SiteServerOptions, 'backend' | 'config'> {
  pages: readonly PageInfo[]
  serverTiming: () => ServerTiming
}

function openCache(
  answer: (request: Request, context: Pick<SiteContext, 'tag'>) => Promise<Response>,
  { backend, config, pages, serverTiming }: CacheParts,
) {
  const { feed, publishableKey } = backend
  return createPageCache({
    render: (request, tag) => answer(request, { tag: (table, id) => tag(tagName(table, id)) }),
    siteUrl: config.siteUrl,
    publishableKey,
    pages,
    feed,
    serverTiming,
    clock: Date.now,
    capacity: config.pageCacheMegabytes * 1_000_000,
  })
}

/** What node:http does by itself after the longer time that it leaves to files. */
function endLateRequest(request: IncomingMessage): void {
  if (request.complete || (!request.headers['content-length'] && !request.headers['transfer-encoding'])) return
  const { socket } = request
  const clock = setTimeout(() => {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    request.destroy()
  }, REQUEST_TIMEOUT_MS)
  request.once('close', () => clearTimeout(clock))
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
  carryRealtime(server, options.backend)
  return server
}

/** Hands WebSockets of the realtime service over to the backend; other upgrades are somebody else's. */
export function carryRealtime(server: Server, { realtime }: Backend): void {
  server.on('upgrade', (request, stream, head) => {
    if (!isRealtime(request)) return
    const { 'x-forwarded-for': forwarded } = request.headers
    const address = limitedAddress(request.socket.remoteAddress, [forwarded].flat().join())
    realtime.upgrade(request, stream, { head, address })
  })
}
