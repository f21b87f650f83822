import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commitOf } from '#bench/record.ts'
import { freePort } from '#test/free-port.ts'
import { startServer, temporaryFolder } from '#bench/running-server.ts'
import { openLine, type SlowLine } from './slow-line.ts'

/** A built checkout with its own server, database and slow connection. */
export interface Site {
  /** "this" or "other", and the commit. */
  name: string
  line: SlowLine
  stop(): Promise<void>
}

export async function startSite(name: string, checkout: string): Promise<Site> {
  if (!existsSync(join(checkout, 'build'))) throw new Error(`${checkout} is not built: npm test -- build`)
  const line = await openLine()
  const folder = temporaryFolder()
  const port = await freePort()
  // The site address is that of the slow line: the server rejects forms and sockets from other origins.
  const server = await startServer(folder.path, { PORT: String(port), SITE_URL: line.url }, { checkout })
  line.target = port
  const stop = async () => {
    line.close()
    await server.stop()
    folder.remove()
  }
  return { name: `${name}, ${commitOf(checkout)}`, line, stop }
}
