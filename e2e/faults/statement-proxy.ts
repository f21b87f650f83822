import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface StatementProxy {
  /** Address of the database through this proxy. */
  readonly url: string
  /** Messages of statements since the last call of cutAt(). */
  readonly messages: number
  /** Milliseconds by which every statement is delayed. */
  delay: number
  /**
   * Cuts the connection of the statement message with this number, counted from now.
   * @param when before the database gets the message, or after it, so that only the answer is lost
   */
  cutAt(number: number, when: 'before' | 'after'): void
  close(): void
}

/** Query, Parse, Bind, Execute, Sync. Source: PostgreSQL, Frontend/Backend Protocol, Message Formats */
const statementMessages = new Set('QPBES')
/** Messages that make the database answer. */
const roundTrips = new Set('QS')

/** Opens a proxy of a database that delays statements, or cuts the connection at a chosen message of the client. */
export async function openStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const state = { messages: 0, delay: 0, cutAt: Infinity, when: 'before' as 'before' | 'after' }

  /** @returns whether the connection goes on */
  async function pass(message: Buffer, type: string, [near, far]: [Socket, Socket]): Promise<boolean> {
    const isCut = statementMessages.has(type) && (state.messages += 1) === state.cutAt
    if (state.delay > 0 && roundTrips.has(type)) await pause(state.delay)
    if (isCut && state.when === 'before') far.destroy()
    // The database executes what it has got before it notices the end.
    else if (isCut) far.end(message)
    else far.write(message)
    if (isCut) near.destroy()
    return !isCut
  }

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('close', () => sockets.delete(socket))
    }
    far.pipe(near)
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy()).on('close', () => far.end())
    void forward(near, (message, type) => pass(message, type, [near, far])).catch(() => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    get messages() {
      return state.messages
    },
    get delay() {
      return state.delay
    },
    set delay(milliseconds) {
      state.delay = milliseconds
    },
    cutAt: (cutAt, when) => void Object.assign(state, { messages: 0, cutAt, when }),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Splits what a client sends into messages. @param pass gets each message in turn; false ends the connection */
async function forward(near: Socket, pass: (message: Buffer, type: string) => Promise<boolean>): Promise<void> {
  let unread = Buffer.alloc(0)
  let isStarted = false
  for await (const bytes of near as AsyncIterable<Buffer>) {
    unread = Buffer.concat([unread, bytes])
    for (;;) {
      // The first message has no type.
      const start = isStarted ? 1 : 0
      if (unread.length < start + 4) break
      const end = start + unread.readInt32BE(start)
      if (unread.length < end) break
      const type = isStarted ? String.fromCharCode(unread[0] ?? 0) : ''
      isStarted = true
      if (!(await pass(unread.subarray(0, end), type))) return
      unread = unread.subarray(end)
    }
  }
}
