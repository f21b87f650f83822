import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { frame } from '#backend/realtime/wire.ts'
import { showTable } from '#bench/figures.ts'
import { median } from '#bench/median.ts'

/** Each way sends so many batches in each round; the first round warms up and is not counted. */
const [rounds, repetitions] = [6, 10]
/** Messages of a batch: one change, and an admin's change of several notices at once. */
const batches = [1, 10]
/** About the size of a changed notice. */
const text = JSON.stringify([null, null, 'realtime:jobs', 'postgres_changes', { record: { title: 'x'.repeat(1_000) } }])

/**
 * Prints what messages to many sockets cost the server: framed once by our code and written to every stream, as the
 * realtime service does, or sent to every socket by the library.
 */
export async function measureFraming(count: number): Promise<void> {
  const opened: { socket: WebSocket; stream: Duplex }[] = []
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false })
  const server = createServer().on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(request, stream, head, (socket) => opened.push({ socket, stream })),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients = fork(new URL('framing-clients.ts', import.meta.url), [`ws://127.0.0.1:${port}`, String(count)])
  await once(clients, 'message')

  const ways: Record<string, (batch: string[]) => void> = {
    'framed once': (batch) => {
      const bytes = Buffer.concat(batch.map(frame))
      for (const { stream } of opened) stream.write(bytes)
    },
    'framed by ws for every socket': (batch) => {
      const texts = batch.map((message) => Buffer.from(message))
      for (const { socket } of opened) for (const bytes of texts) socket.send(bytes, { binary: false })
    },
  }
  const table: Record<string, Record<string, string>> = {}
  for (const size of batches) {
    const batch = Array.from({ length: size }, () => text)
    const figures = new Map(
      Object.keys(ways).map((name) => [name, { blocked: [], processor: [], last: [] } as Figures]),
    )
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, send] of Object.entries(ways)) {
        for (let time = 0; time < repetitions; time += 1) {
          const received = allReceived(clients, size)
          const [cpu, start] = [process.cpuUsage(), performance.now()]
          send(batch)
          const blocked = performance.now() - start
          await received
          const { user, system } = process.cpuUsage(cpu)
          if (round === 0) continue
          figures.get(name)?.blocked.push(blocked)
          figures.get(name)?.processor.push((user + system) / 1_000)
          figures.get(name)?.last.push(performance.now() - start)
        }
      }
    }
    for (const [name, { blocked, processor, last }] of figures) {
      table[`${size} x, ${name}`] = {
        'ms in the event loop': median(blocked).toFixed(1),
        'ms of processor time': median(processor).toFixed(1),
        'ms to the last socket': median(last).toFixed(1),
      }
    }
  }
  showTable(`Messages of ${text.length} bytes to ${count.toLocaleString('en')} sockets, medians`, table)
  clients.kill()
  server.close()
  for (const { socket } of opened) socket.terminate()
}

type Figures = Record<'blocked' | 'processor' | 'last', number[]>

/** The clients report each time when all of them have got one more message. */
async function allReceived(clients: ChildProcess, messages: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let left = messages
    const count = () => {
      left -= 1
      if (left > 0) return
      clients.off('message', count)
      resolve()
    }
    clients.on('message', count)
  })
}
