import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** What a proxy says by itself when there is no server behind it. */
const PROXY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>nginx</body></html>'

/** Stands between browser and server as a network and a proxy do, and fails as they do. */
export class Front {
  /** Paths of all documents that the browser asked for. */
  readonly documents: string[] = []
  /** How often a browser has asked whether there is another service worker. */
  workerChecks = 0
  /** Connections are refused, although the device believes that it has a network. */
  isDown = false
  /** The proxy answers by itself with this status. */
  proxyStatus: 502 | 503 | 504 | null = null
  /** The server's own pages come with this status. */
  pageStatus: number | null = null
  /** The files of the build are gone. */
  hasAssets = true
  /** Another number is another version: of the service worker and, from 2 on, of the pages. */
  version = 1
  #hangs: RegExp | null = null
  #held: (() => void)[] = []
  readonly #sockets = new Set<Duplex>()
  readonly #server: Server
  readonly #portal: string

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

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.isDown) return void request.socket.destroy()
    const path = request.url ?? '/'
    if (path === '/sw.js') this.workerChecks++
    if (request.headers['sec-fetch-dest'] === 'document') this.documents.push(path)
    if (this.#hangs?.test(path)) this.#held.push(() => this.#answer(request, response))
    else this.#answer(request, response)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/'
    if (this.proxyStatus !== null)
      return void response.writeHead(this.proxyStatus, { 'content-type': 'text/html' }).end(PROXY_PAGE)
    if (!this.hasAssets && path.startsWith('/assets/'))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const passedOn = ask(new URL(path, this.#portal), { method: request.method, headers }, (answer) =>
      this.#send(path, answer, response),
    )
    passedOn.on('error', () => request.socket.destroy())
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
    if (!isPage) return `${text}\n// version ${this.version}`
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
