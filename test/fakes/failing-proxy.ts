import { randomInt } from 'node:crypto'
import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** The page of a proxy whose server does not respond. */
const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>nginx</body></html>'

/** A request of the browser. */
export interface ProxiedRequest {
  method: string
  path: string
  /** Whether a page is requested, by a navigation or by a script. */
  isForPage: boolean
  /** The part of the body that was passed on to the server. */
  body: string
}

/** A proxy between browser and server that fails on purpose, as networks and proxies do. */
export class FailingProxy {
  /** Paths of all documents that the browser requested. */
  readonly documents: string[] = []
  /** All requests of the browser, in their order. */
  readonly requests: ProxiedRequest[] = []
  /** How often the browser checked for an updated service worker. */
  workerChecks = 0
  /** Connections are closed, while the device is online. */
  isDown = false
  /** Status with which the proxy responds instead of the server; with 200 as networks do that ask for a sign-in. */
  proxyStatus: 200 | 500 | 502 | 503 | 504 | null = null
  /** Paths for which proxyStatus applies; other requests go to the server. */
  failing = /^/
  /** Replaces the status of the server's pages. */
  pageStatus: number | null = null
  /** false: the files of the build are missing. */
  hasAssets = true
  /** Paths of files that are missing. */
  lost: RegExp | null = null
  /** Script that runs before that of the service worker. */
  workerPrelude = ''
  /** Changes the service worker and, from 2 on, the build of the pages. */
  version = 1
  #hangs: RegExp | null = null
  #held: (() => void)[] = []
  readonly #sockets = new Set<Duplex>()
  readonly #server: Server
  readonly #portal: string
  /** Client address: each test has its own rate limits. */
  readonly #client = `198.18.${randomInt(256)}.${randomInt(256)}`

  private constructor(portal: string) {
    this.#portal = portal
    this.#server = createServer((request, response) => this.#receive(request, response))
    this.#server.on('upgrade', (request, socket) => this.#upgrade(request, socket))
  }

  static async before(portal: string): Promise<FailingProxy> {
    const failingProxy = new FailingProxy(portal)
    await new Promise<void>((resolve) => failingProxy.#server.listen(0, 'localhost', resolve))
    return failingProxy
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** Holds requests whose path matches until release(). */
  hang(paths = /^/): void {
    this.#hangs = paths
  }

  /** Passes on the requests that were held, and all that follow. */
  release(): void {
    this.#hangs = null
    for (const respond of this.#held.splice(0)) respond()
  }

  /** Number of requests that wait for release(). */
  get heldBack(): number {
    return this.#held.length
  }

  /** @returns how often a page was requested, by navigations and by scripts */
  pageRequests(path: string): number {
    return this.requests.filter((request) => request.isForPage && request.path === path).length
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.isDown) return void request.socket.destroy()
    const path = request.url ?? '/'
    const recorded = this.#record(request)
    if (path === '/sw.js') this.workerChecks++
    if (request.headers['sec-fetch-dest'] === 'document') this.documents.push(path)
    if (this.#hangs?.test(path)) this.#held.push(() => this.#respond(request, response, recorded))
    else this.#respond(request, response, recorded)
  }

  #record({ method = 'GET', url: path = '/', headers }: IncomingMessage): ProxiedRequest {
    const recorded = { method, path, isForPage: (headers.accept ?? '').includes('text/html'), body: '' }
    this.requests.push(recorded)
    return recorded
  }

  #respond(request: IncomingMessage, response: ServerResponse, recorded: ProxiedRequest): void {
    const path = request.url ?? '/'
    if (this.proxyStatus !== null && this.failing.test(path))
      return void response.writeHead(this.proxyStatus, { 'content-type': 'text/html' }).end(PROXY_PAGE)
    if ((!this.hasAssets && path.startsWith('/assets/')) || this.lost?.test(path))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    const headers = { ...request.headers, 'accept-encoding': 'identity', 'x-forwarded-for': this.#client }
    const passedOn = sendRequest(new URL(path, this.#portal), { method: request.method, headers }, (upstreamResponse) =>
      this.#send(path, upstreamResponse, response),
    )
    passedOn.on('error', () => request.socket.destroy())
    request.on('data', (part: Buffer) => (recorded.body += part.toString()))
    request.pipe(passedOn)
  }

  #send(path: string, upstreamResponse: IncomingMessage, response: ServerResponse): void {
    const isPage = (upstreamResponse.headers['content-type'] ?? '').startsWith('text/html')
    const isChanged = path === '/sw.js' || (isPage && this.version > 1)
    const status = (isPage && this.pageStatus) || (upstreamResponse.statusCode ?? 502)
    const headers = { ...upstreamResponse.headers }
    if (isChanged) for (const name of ['content-length', 'etag']) delete headers[name]
    response.writeHead(status, headers)
    if (!isChanged) return void upstreamResponse.pipe(response)
    let text = ''
    upstreamResponse.setEncoding('utf8').on('data', (part: string) => (text += part))
    upstreamResponse.on('end', () => response.end(this.#ofThisVersion(text, isPage)))
  }

  #ofThisVersion(text: string, isPage: boolean): string {
    if (!isPage) return `${this.workerPrelude}\n${text}\n// version ${this.version}`
    return text.replace(/(<html[^>]* data-build="[^"]*)"/, `$1-${this.version}"`)
  }

  /** The realtime connection. */
  #upgrade(request: IncomingMessage, socket: Duplex): void {
    this.#sockets.add(socket.on('error', () => socket.destroy()))
    if (this.isDown || this.proxyStatus !== null || this.#hangs) return void socket.destroy()
    const passedOn = sendRequest(new URL(request.url ?? '/', this.#portal), { headers: request.headers })
    passedOn.on('upgrade', (upstreamResponse, upstream) => {
      const lines = Object.entries(upstreamResponse.headers).map(([name, value]) => `${name}: ${String(value)}`)
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'))
      this.#sockets.add(upstream.on('error', () => upstream.destroy()))
      upstream.pipe(socket).pipe(upstream)
    })
    passedOn.on('response', () => socket.destroy())
    passedOn.on('error', () => socket.destroy())
    passedOn.end()
  }
}
