/**
 * Many realtime clients in one child process: opens sockets from many local addresses, joins the same channel with
 * each, reconnects like the official client, and reports when messages arrive. Controlled by messages of the parent
 * process.
 */
import { WebSocket } from 'ws'
import type { ClientsCommand, ClientsReport } from './clients-messages.ts'

/** Milliseconds until a client reconnects, as in realtime-js. */
const reconnectDelays = [1_000, 2_000, 5_000, 10_000]
const channel = 'realtime:jobs-public'
const join = JSON.stringify([
  '1',
  '1',
  channel,
  'phx_join',
  { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'jobs', filter: 'status=eq.active' }] } },
])
const heartbeat = JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])
/** Number of sockets that are opened concurrently. */
const concurrency = 200
const perAddress = 180

const sockets: WebSocket[] = []
const arrivals = new Map<string, number[]>()
/** The change that arrived last, and its times: every socket gets the same bytes, so they are read once. */
let latest: { bytes: Buffer; times: number[] } = { bytes: Buffer.alloc(0), times: [] }
const closings: Record<number, number> = {}
/** Clients that there are, and that have joined. */
let expected = 0
let joined = 0
let isEnding = false

function report(message: ClientsReport): void {
  process.send?.(message)
}

const now = () => performance.timeOrigin + performance.now()

/** Resolves when the client has joined for the first time. */
function openClient(url: string, number: number): Promise<void> {
  const localAddress = `127.0.${1 + Math.floor(number / perAddress / 250)}.${1 + (Math.floor(number / perAddress) % 250)}`
  return new Promise((resolve) => {
    let tries = 0
    const open = () => {
      const socket = new WebSocket(url, { localAddress, perMessageDeflate: false })
      sockets[number] = socket
      let isJoined = false
      socket.on('open', () => socket.send(join))
      socket.on('message', (data: Buffer) => {
        const at = now()
        if (data.equals(latest.bytes)) return void latest.times.push(at)
        const text = data.toString()
        if (text.includes('"system"')) {
          tries = 0
          isJoined = true
          joined += 1
          if (joined === expected) report({ kind: 'joined', at })
          resolve()
        } else if (text.includes('postgres_changes",{"ids"')) {
          const [, name = ''] = /"title": "([^"]*)"/.exec(text) ?? []
          const times = arrivals.get(name) ?? []
          arrivals.set(name, times)
          times.push(at)
          latest = { bytes: Buffer.from(data), times }
        }
      })
      socket.on('error', () => {})
      socket.on('close', (code) => {
        if (isEnding) return
        if (isJoined) closings[code] = (closings[code] ?? 0) + 1
        if (isJoined) joined -= 1
        setTimeout(open, reconnectDelays[Math.min(tries, reconnectDelays.length - 1)])
        tries += 1
      })
    }
    open()
  })
}

// Clients do not outlive the measurement.
process.on('disconnect', () => process.exit(0))
process.on('message', (command: ClientsCommand) => {
  if (command.kind === 'open') void openAll(command.url, command.count)
  else if (command.kind === 'arrivals')
    report({ kind: 'arrivals', name: command.name, at: arrivals.get(command.name) ?? [] })
  else if (command.kind === 'closings') report({ kind: 'closings', codes: closings })
  else {
    isEnding = true
    process.exit(0)
  }
})

async function openAll(url: string, count: number): Promise<void> {
  expected = count
  let next = 0
  const worker = async () => {
    while (next < count) {
      next += 1
      await openClient(url, next - 1)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  setInterval(() => {
    for (const socket of sockets) if (socket.readyState === socket.OPEN) socket.send(heartbeat)
  }, 25_000)
}
