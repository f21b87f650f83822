/**
 * A crowd of visitors in a process of its own: opens sockets from many local addresses, joins the same channel with each,
 * comes back like the official client, and reports when messages arrive. Driven by its parent process.
 */
import { WebSocket } from 'ws'
import type { CrowdCommand, CrowdReport } from './crowd-messages.ts'

/** Milliseconds until a client tries again, as realtime-js pauses. */
const pauses = [1_000, 2_000, 5_000, 10_000]
const joinedFrom = 'realtime:jobs-public'
const join = JSON.stringify([
  '1',
  '1',
  joinedFrom,
  'phx_join',
  { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'jobs', filter: 'status=eq.active' }] } },
])
const heartbeat = JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])
/** Sockets that are opened at the same time at the beginning. */
const opening = 200
const perAddress = 180

const sockets: WebSocket[] = []
const arrivals = new Map<string, number[]>()
let joined = 0
let isOver = false

function report(message: CrowdReport): void {
  process.send?.(message)
}

const now = () => performance.timeOrigin + performance.now()

/** Resolves when the socket has joined for the first time. */
function visitor(url: string, number: number): Promise<void> {
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
        const text = data.toString()
        if (text.includes('"system"')) {
          tries = 0
          isJoined = true
          joined += 1
          report({ kind: 'joined', joined, at })
          resolve()
        } else if (text.includes('postgres_changes",{"ids"')) {
          const [, name = ''] = /"title": "([^"]*)"/.exec(text) ?? []
          const times = arrivals.get(name) ?? []
          arrivals.set(name, times)
          times.push(at)
        }
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        if (isOver) return
        if (isJoined) joined -= 1
        setTimeout(open, pauses[Math.min(tries, pauses.length - 1)])
        tries += 1
      })
    }
    open()
  })
}

process.on('message', (command: CrowdCommand) => {
  if (command.kind === 'open') void openAll(command.url, command.count)
  else if (command.kind === 'arrivals')
    report({ kind: 'arrivals', name: command.name, at: arrivals.get(command.name) ?? [] })
  else {
    isOver = true
    process.exit(0)
  }
})

async function openAll(url: string, count: number): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      next += 1
      await visitor(url, next - 1)
    }
  }
  await Promise.all(Array.from({ length: opening }, worker))
  setInterval(() => {
    for (const socket of sockets) if (socket.readyState === socket.OPEN) socket.send(heartbeat)
  }, 25_000)
}
