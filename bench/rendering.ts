import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort, temporaryFolder } from './running-server.ts'
import type { MeasuredPages } from './weight.ts'

const SECONDS = 5
const CONNECTIONS = 8

/**
 * Prints uncached renders per second of each page from the real database, beside a bare node:http server in a process
 * of its own that sends the same bytes. The load comes from this process, so both share the machine alike.
 */
export async function measureRendering(url: string, pages: MeasuredPages): Promise<void> {
  const rows: Record<string, Record<string, number | string>> = {}
  for (const [name, path] of Object.entries(pages)) {
    await load(url + path, 1)
    const ours = await load(url + path, SECONDS)
    const bare = await loadBareServer(Buffer.from(await (await fetch(url + path)).arrayBuffer()))
    rows[name] = {
      'requests/s': Math.round(ours.requests.average),
      'p50 ms': ours.latency.p50,
      'p99 ms': ours.latency.p99,
      'bare node:http requests/s': Math.round(bare.requests.average),
      ratio: (ours.requests.average / bare.requests.average).toFixed(3),
    }
  }
  console.log(`\nUncached pages, ${CONNECTIONS} connections, ${SECONDS} s each, identity encoding`)
  console.table(rows)
}

async function loadBareServer(body: Buffer) {
  const folder = temporaryFolder()
  const file = join(folder.path, 'page.html')
  writeFileSync(file, body)
  const port = await freePort()
  const server = spawn(process.execPath, ['bench/bare-server.ts', String(port), file], { stdio: 'inherit' })
  const url = `http://localhost:${port}/`
  try {
    while (!(await fetch(url).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 20))
    await load(url, 1)
    return await load(url, SECONDS)
  } finally {
    server.kill()
    folder.remove()
  }
}

function load(url: string, duration: number) {
  return autocannon({ url, duration, connections: CONNECTIONS })
}
