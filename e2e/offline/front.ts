import { randomInt } from 'node:crypto'
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** What a proxy says by itself when there is no server behind it. */
const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>nginx</body></html>'

/** A request of the browser, as it came. */
export interface FrontRequest {
  method: string
  path: string
  /** Whether it is for a page, by a navigation or by a script. */
  isForPage: boolean
  /** As far as it was passed on to the server. */
  body: string
}

/** Stands between browser and server as a network and a proxy do, and fails as they do. */
export class Front {
  /** Paths of all documents that the browser asked for. */
  readonly documents: string[] = []
  /** Everything that the browser asked for, in its order. */
  readonly requests: FrontRequest[] = []
  /** How often a browser has asked whether there is another service worker. */
  workerChecks = 0
  /** Connections are refused, although the device believes that it has a network. */
  isDown = false
  /** The proxy answers by itself with this status. */
  proxyStatus: 500 | 502 | 503 | 504 | null = null
  /** What the proxy answers so; everything else goes on to the server. */
  failing = /^/
  /** The server's own pages come with this status. */
  pageStatus: number | null = null
  /** The files of the build are gone. */
  hasAssets = true
  /** Files that are gone, by their path. */
  lost: RegExp | null = null
  /** Script that is run before that of the service worker. */
  workerPrelude = ''
  /** Another number is another version: of the service worker and, from 2 on, of the pages. */
  version = 1
  #hangs: RegExp | null = null
  #held: (() => void)[] = []
  readonly #sockets = new Set<Duplex>()
  readonly #server: Server
  readonly #portal: string
  /** Limits of the server count every journey for itself. */
  readonly #client = `198.18.${randomInt(256)}.${randomInt(256)}`

  private constructor(portal: string) {
    this.#portal = portal
    this.#server = createServer((request, response) => this.#receive(request, response))
    this.#server.on('upgrade', (request, socket) => this.#upgrade(request, socket))
  }

  static async before(portal: string): Promise<Front> {
    const front = new Front(portal)
    await new Promise<void>((resolve) => front.#server.listen(0, 'localhost', resolve))
    return front
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** Requests whose path matches are taken, and not answered until release(). */
  hang(paths = /^/): void {
    this.#hangs = paths
  }

  /** Answers the requests that were held back, and all that follow. */
  release(): void {
    this.#hangs = null
    for (const answer of this.#held.splice(0)) answer()
  }

  /** How many requests wait for release(). */
  get heldBack(): number {
    return this.#held.length
  }

  /** @returns how often a page was asked for, by navigations and by scripts */
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
    const noted = this.#note(request)
    if (path === '/sw.js') this.workerChecks++
    if (request.headers['sec-fetch-dest'] === 'document') this.documents.push(path)
    if (this.#hangs?.test(path)) this.#held.push(() => this.#answer(request, response, noted))
    else this.#answer(request, response, noted)
  }

  #note({ method = 'GET', url: path = '/', headers }: IncomingMessage): FrontRequest {
    const noted = { method, path, isForPage: (headers.accept ?? '').includes('text/html'), body: '' }
    this.requests.push(noted)
    return noted
  }

  #answer(request: IncomingMessage, response: ServerResponse, noted: FrontRequest): void {
    const path = request.url ?? '/'
    if (this.proxyStatus !== null && this.failing.test(path))
      return void response.writeHead(this.proxyStatus, { 'content-type': 'text/html' }).end(PROXY_PAGE)
    if ((!this.hasAssets && path.startsWith('/assets/')) || this.lost?.test(path))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    const headers = { ...request.headers, 'accept-encoding': 'identity', 'x-forwarded-for': this.#client }
    const passedOn = ask(new URL(path, this.#portal), { method: request.method, headers }, (answer) =>
      this.#send(path, answer, response),
    )
    passedOn.on('error', () => request.socket.destroy())
    request.on('data', (part: Buffer) => (noted.body += part.toString()))
    request.pipe(passedOn)
  }

  #send(path: string, answer: IncomingMessage, response: ServerResponse): void {
    const isPage = (answer.headers['content-type'] ?? '').startsWith('text/html')
    const isChanged = path === '/sw.js' || (isPage && this.version > 1)
    const status = (isPage && this.pageStatus) || (answer.statusCode ?? 502)
    const headers = { ...answer.headers }
    if (isChanged) for (const name of ['content-length', 'etag']) delete headers[name]
    response.writeHead(status, headers)
    if (!isChanged) return void answer.pipe(response)
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => (text += part))
    answer.on('end', () => response.end(this.#ofThisVersion(text, isPage)))
  }

  #ofThisVersion(text: string, isPage: boolean): string {
    if (!isPage) return `${this.workerPrelude}\n${text}\n// version ${this.version}`
    return text.replace(/(<html[^>]* data-build="[^"]*)"/, `$1-${this.version}"`)
  }

  /** The realtime connection. */
  #upgrade(request: IncomingMessage, socket: Duplex): void {
    this.#sockets.add(socket.on('error', () => socket.destroy()))
    if (this.isDown || this.proxyStatus !== null || this.#hangs) return void socket.destroy()
    const passedOn = ask(new URL(request.url ?? '/', this.#portal), { headers: request.headers })
    passedOn.on('upgrade', (answer, upstream) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'))
      this.#sockets.add(upstream.on('error', () => upstream.destroy()))
      upstream.pipe(socket).pipe(upstream)
    })
    passedOn.on('response', () => socket.destroy())
    passedOn.on('error', () => socket.destroy())
    passedOn.end()
  }
}
