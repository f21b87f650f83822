import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { WebSocket } from 'ws'
import { showTable } from '#bench/figures.ts'
import { databaseOf, startServer, temporaryFolder } from '#bench/running-server.ts'

const changes = 20
/** Bindings of a channel and conditions of a binding: the most that a message may hold. */
const [bindings, conditions] = [20, 20]
/** As long as a column may be. */
const text = 'x'.repeat(99_000)

/** What an attacker sends: a filter of many conditions. */
interface Attack {
  /** The condition with this number. */
  condition: (number: number) => string
  addresses: number
  channelsPerAddress: number
  bindingsPerChannel: number
}

const attacks: Record<string, Attack | null> = {
  'no other filters': null,
  '4,800 patterns of one address': {
    condition: (number) => `description=ilike.%${number}%`,
    addresses: 1,
    channelsPerAddress: 12,
    bindingsPerChannel: bindings,
  },
  '4,800 comparisons of 120 addresses': {
    condition: (number) => `description=gt.${text.slice(0, 60)}${number}`,
    addresses: 120,
    channelsPerAddress: 1,
    bindingsPerChannel: 2,
  },
}

/**
 * Prints how long a change takes to a visitor without a filter, and to one with a filter, while an attacker has
 * subscribed with as many filters as the server accepts.
 */
export async function measureFilters(): Promise<void> {
  const folder = temporaryFolder()
  const server = await startServer(folder.path, { SAMPLE_DATA: 'off', HOST: '127.0.0.1' })
  const sql = postgres(databaseOf(folder.path), { max: 1, onnotice: () => {} })
  const { publishableKey } = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
  const table: Record<string, Record<string, string | number>> = {}
  try {
    for (const [name, attack] of Object.entries(attacks)) {
      const hostile = await subscribeAll(address, attack)
      const [plain, filtered] = [await subscribe(address, [null]), await subscribe(address, ['status=eq.active'])]
      const written: number[] = []
      for (let change = -2; change < changes; change += 1) {
        const at = performance.now()
        await sql`insert into jobs (title, slug, description) values (${`Change ${change}`}, gen_random_uuid(), ${text})`
        if (change >= 0) written.push(at)
        await pause(1_000)
      }
      await pause(8_000)
      table[name] = {
        'conditions accepted': hostile.accepted,
        ...figuresOf('without a filter', written, plain.arrivals),
        ...figuresOf('with a filter', written, filtered.arrivals),
      }
      for (const { socket } of [...hostile.clients, plain, filtered]) socket.terminate()
      await pause(2_000)
    }
    showTable(
      `Realtime, ${changes} changes of ${text.length} bytes, one per second; milliseconds from the write`,
      table,
    )
  } finally {
    await sql.end()
    await server.stop()
    folder.remove()
  }
}

function figuresOf(who: string, written: number[], arrivals: ReadonlyMap<string, number>): Record<string, number> {
  const times = written.flatMap((at, change) => (arrivals.get(`Change ${change}`) ?? Infinity) - at)
  const received = times.filter(Number.isFinite).sort((a, b) => a - b)
  return {
    [`${who}: received`]: received.length,
    [`${who}: p50`]: Math.round(received[Math.floor(received.length / 2)] ?? NaN),
    [`${who}: worst`]: Math.round(received.at(-1) ?? NaN),
  }
}

interface Client {
  socket: WebSocket
  /** When a change arrived first, by its title. */
  arrivals: Map<string, number>
  accepted: boolean
}

async function subscribeAll(address: string, attack: Attack | null): Promise<{ clients: Client[]; accepted: number }> {
  if (!attack) return { clients: [], accepted: 0 }
  const clients: Client[] = []
  let number = 0
  for (let from = 0; from < attack.addresses; from += 1) {
    for (let channel = 0; channel < attack.channelsPerAddress; channel += 1) {
      const filters = Array.from({ length: attack.bindingsPerChannel }, () =>
        Array.from({ length: conditions }, () => attack.condition((number += 1))).join(),
      )
      clients.push(await subscribe(address, filters, `127.0.3.${from + 1}`))
    }
  }
  const accepted = clients.filter((client) => client.accepted).length * attack.bindingsPerChannel * conditions
  return { clients, accepted }
}

/** Opens a socket and joins a channel; a restarted channel is joined again after a second, as by the official client. */
async function subscribe(address: string, filters: (string | null)[], localAddress = '127.0.0.1'): Promise<Client> {
  const socket = new WebSocket(address, { localAddress, perMessageDeflate: false })
  const client: Client = { socket, arrivals: new Map(), accepted: false }
  const requests = filters.map((filter) => ({ event: '*', schema: 'public', table: 'jobs', filter }))
  const message = JSON.stringify(['1', '1', 'realtime:jobs', 'phx_join', { config: { postgres_changes: requests } }])
  socket.on('error', () => {})
  await new Promise<void>((resolve) => {
    socket.on('open', () => socket.send(message))
    socket.on('message', (bytes: Buffer) => {
      const [, , , event, payload] = JSON.parse(bytes.toString())
      if (event === 'phx_error') setTimeout(() => socket.send(message), 1_000)
      if (event === 'postgres_changes') {
        const { title } = payload.data.record
        if (!client.arrivals.has(title)) client.arrivals.set(title, performance.now())
      }
      if (event !== 'system') return
      client.accepted = payload.status === 'ok'
      resolve()
    })
  })
  return client
}
