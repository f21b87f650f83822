import type { Server } from 'node:http'
import { createServer, type Server as Listener, type Socket } from 'node:net'
import { StartupError, reasonOf } from '#backend/startup-error.ts'
import { prepareDrain } from './drain.ts'
import type { Part } from './shutdown.ts'

/**
 * Opens the port. "localhost" listens on IPv4 and IPv6, because clients differ in which address they use.
 * @returns closes the port and ends the connections; requests in flight may finish
 * @throws StartupError when the port or the host cannot be used
 */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<Part> {
  const listeners: Listener[] = [server]
  const drain = prepareDrain(server)
  await bind(server, host === 'localhost' ? '127.0.0.1' : host, port)
  if (host === 'localhost') {
    const second = createServer(AS_HTTP, (socket: Socket) => void server.emit('connection', socket))
    try {
      await bind(second, '::1', port)
      listeners.push(second)
    } catch (error) {
      if (!isWithoutIPv6(error)) throw error
    }
  }
  return { close: (isQuick) => drain(listeners, isQuick) }
}

/** What node:http sets for its own connections. */
const AS_HTTP = { allowHalfOpen: true, noDelay: true }

function bind(listener: Listener, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => reject(startupError(error, host, port)))
    listener.listen({ host, port }, resolve)
  })
}

function startupError(error: NodeJS.ErrnoException, host: string, port: number): StartupError {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} is in use by another program: stop that program or set another PORT.`)
  }
  if (error.code === 'EACCES') {
    return new StartupError(`Port ${port} may not be used by this user: set a PORT of 1024 or more.`)
  }
  return new StartupError(`HOST is "${host}": the server cannot listen there (${reasonOf(error)}).`, { cause: error })
}

function isWithoutIPv6(error: unknown): boolean {
  const cause = error instanceof StartupError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined
  return cause?.code === 'EADDRNOTAVAIL' || cause?.code === 'EAFNOSUPPORT'
}
