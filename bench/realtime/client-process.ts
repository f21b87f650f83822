import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientsCommand, ClientsReport } from './clients-messages.ts'

/** Milliseconds after which a change that was not delivered to every socket counts as lost. */
const deliveryTimeout = 10_000

/** Many realtime clients in a child process, each of which reconnects like the official client. */
export class Clients {
  readonly #process: ChildProcess = fork(new URL('clients.ts', import.meta.url))
  readonly #count: number
  readonly #reports = new EventEmitter()

  constructor(count: number) {
    this.#count = count
    this.#process.on('message', (report: ClientsReport) => this.#reports.emit('report', report))
  }

  get pid(): number {
    return this.#process.pid ?? 0
  }

  /** @returns milliseconds until all clients have joined */
  async open(url: string): Promise<number> {
    const start = Date.now()
    const joined = this.allJoined()
    this.#send({ kind: 'open', url, count: this.#count })
    return (await joined) - start
  }

  /** @returns when the last client joined, in milliseconds since the epoch */
  async allJoined(): Promise<number> {
    const report = await this.#next(({ kind }) => kind === 'joined')
    return report.kind === 'joined' ? report.at : 0
  }

  /** Waits until all sockets have received the change, or until the timeout. */
  async arrivals(name: string): Promise<number[]> {
    for (const end = Date.now() + deliveryTimeout; ; await pause(100)) {
      const at = await this.#requestArrivals(name)
      if (at.length >= this.#count || Date.now() > end) return at
    }
  }

  /** @returns how many sockets were closed with each code */
  async closings(): Promise<Record<number, number>> {
    const reported = this.#next(({ kind }) => kind === 'closings')
    this.#send({ kind: 'closings' })
    const report = await reported
    return report.kind === 'closings' ? report.codes : {}
  }

  end(): void {
    if (this.#process.connected) this.#send({ kind: 'end' })
  }

  async #requestArrivals(name: string): Promise<number[]> {
    const reported = this.#next((one) => one.kind === 'arrivals' && one.name === name)
    this.#send({ kind: 'arrivals', name })
    const report = await reported
    return report.kind === 'arrivals' ? report.at : []
  }

  #next(matches: (report: ClientsReport) => boolean): Promise<ClientsReport> {
    return new Promise((resolve) => {
      const listener = (report: ClientsReport) => {
        if (!matches(report)) return
        this.#reports.off('report', listener)
        resolve(report)
      }
      this.#reports.on('report', listener)
    })
  }

  #send(command: ClientsCommand): void {
    this.#process.send(command)
  }
}

/** @returns the address of the realtime service for visitors */
export function socketAddress({ url, dataDir }: { url: string; dataDir: string }): string {
  const { publishableKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    publishableKey: string
  }
  return `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
}

/** Below the range of outgoing connections, so that no client takes the port while the server restarts. */
export async function freeLocalPort(): Promise<number> {
  for (let port = 20_000; ; port += 1) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
