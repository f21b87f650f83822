import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface DatabaseProxy {
  /** Address of the database through this proxy. */
  readonly url: string
  /** Number of statements that visitors' connections have executed. */
  readonly statements: number
  cut(): void
  /** Passes nothing on any more, in either direction, without closing a connection; repair() ends it. */
  silence(): void
  /** Passes everything on after so many milliseconds. */
  delay(milliseconds: number): void
  repair(): Promise<void>
}

/** Opens a proxy of a database that can be cut, silenced, slowed and restored, and that counts statements. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let statements = 0
  let isSilent = false
  let latency = 0
  const pass = (bytes: Buffer, to: Socket) => {
    if (isSilent) return
    if (latency === 0) to.write(bytes)
    else setTimeout(() => to.writable && to.write(bytes), latency)
  }
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const count = statementCounter()
    near.on('data', (bytes) => (statements += count(bytes)))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => pass(bytes, to))
      from.on('error', () => to.destroy()).on('end', () => to.end())
      from.on('close', () => sockets.delete(from) && to.destroy())
    }
  })
  const open = (where: number) => new Promise<void>((resolve) => server.listen(where, '127.0.0.1', resolve))
  await open(0)
  const own = (server.address() as AddressInfo).port
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${own}`
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    get statements() {
      return statements
    },
    cut: () => {
      server.close()
      closeSockets()
    },
    silence: () => (isSilent = true),
    delay: (milliseconds) => (latency = milliseconds),
    repair: async () => {
      if (isSilent) closeSockets()
      isSilent = false
      latency = 0
      if (!server.listening) await open(own)
    },
  }
}

/**
 * Counts Execute and Query messages of a connection that is "anon" from its start.
 * Source: PostgreSQL, Frontend/Backend Protocol, Message Formats
 */
function statementCounter(): (bytes: Buffer) => number {
  let unread = Buffer.alloc(0)
  let isVisitor: boolean | null = null
  return (bytes) => {
    unread = Buffer.concat([unread, bytes])
    let found = 0
    while (unread.length >= 5) {
      // The first message of the protocol has no type.
      const start = isVisitor === null ? 0 : 1
      const end = start + unread.readInt32BE(start)
      if (unread.length < end) return found
      const message = unread.subarray(0, end)
      if (start === 0) isVisitor = message.includes('role\0anon\0')
      else if (isVisitor && /[EQ]/.test(String.fromCharCode(message[0] ?? 0))) found += 1
      unread = unread.subarray(end)
    }
    return found
  }
}
