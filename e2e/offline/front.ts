import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before the portal, where a network or the operator would be: it can be down, and it can bring another version. */
export class Front {
  /** Paths of all documents that were asked for. */
  readonly documents: string[] = []
  /** How often a browser has asked whether there is another service worker. */
  workerChecks = 0
  /** Nobody answers, although the device believes that it has a network. */
  isDown = false
  /** Another number is another version. */
  version = 1
  #server: Server
  #portal: string

  private constructor(portal: string) {
    this.#portal = portal
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  static async before(portal: string): Promise<Front> {
    const front = new Front(portal)
    await new Promise<void>((resolve) => front.#server.listen(0, 'localhost', resolve))
    return front
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.isDown) return void request.socket.destroy()
    const path = request.url ?? '/'
    const isWorker = path === '/sw.js'
    if (isWorker) this.workerChecks++
    if (request.headers['sec-fetch-dest'] === 'document') this.documents.push(path)
    const headers = { ...request.headers, ...(isWorker && { 'accept-encoding': 'identity' }) }
    const passedOn = ask(new URL(path, this.#portal), { method: request.method, headers }, (answer) => {
      const sent = { ...answer.headers }
      if (isWorker) delete sent['content-length']
      response.writeHead(answer.statusCode ?? 502, sent)
      answer.pipe(response, { end: !isWorker })
      if (isWorker) answer.on('end', () => response.end(`\n// version ${this.version}`))
    })
    passedOn.on('error', () => request.socket.destroy())
    request.pipe(passedOn)
  }
}
