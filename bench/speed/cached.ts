import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Row } from '#bench/record.ts'
import type { RunningServer } from '#bench/running-server.ts'
import { loadAlternately, type Loaded } from './load.ts'
import { startBareServer, startNginx } from './other-servers.ts'
import type { Page } from './pages.ts'

const CONNECTIONS = [32, 256]
const GZIP = { 'accept-encoding': 'gzip' }

/** Cached pages, compared with a bare node:http server and nginx that send the same bytes. */
export async function measureCached(server: RunningServer, pages: Page[], seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, path, headers = {} } of pages) {
    const url = server.url + path
    const response = await fetchRaw(url, { ...GZIP, ...headers })
    const { body } = response
    const others = { bare: await startBareServer(response), nginx: await startNginx(gunzipSync(body), body) }
    for (const connections of CONNECTIONS) {
      const same = { connections, seconds, headers: { ...GZIP, ...headers } }
      const [cached, bare, nginx] = await loadAlternately([
        { ...same, url, pids: [server.pid] },
        { ...same, ...others.bare },
        ...(others.nginx ? [{ ...same, ...others.nginx }] : []),
      ])
      if (cached && bare) rows.push(rowOf({ name, connections, bytes: body.length }, cached, { bare, nginx }))
    }
    await others.bare.stop()
    await others.nginx?.stop()
  }
  return rows
}

function rowOf(
  { name, connections, bytes }: { name: string; connections: number; bytes: number },
  ours: Loaded,
  { bare, nginx }: { bare: Loaded; nginx: Loaded | undefined },
): Row {
  return {
    page: name,
    connections,
    'KB, gzip': (bytes / 1_000).toFixed(1),
    'requests/s': ours.perSecond,
    'p50 ms': ours.p50,
    'p99 ms': ours.p99,
    'CPU µs': ours.cpu,
    'of it user': ours.userCpu,
    'bare requests/s': bare.perSecond,
    'bare CPU µs': bare.cpu,
    'of it bare user': bare.userCpu,
    'of bare': ratio(ours, bare),
    'nginx requests/s': nginx?.perSecond ?? 'not installed',
    'nginx CPU µs': nginx?.cpu ?? '',
    'of nginx': nginx ? ratio(ours, nginx) : '',
    failed: ours.failed,
  }
}

function ratio(one: Loaded, other: Loaded): string {
  return (one.perSecond / other.perSecond).toFixed(2)
}

/** Headers that node:http adds by itself. */
const CONNECTION_HEADERS = /^(date|connection|keep-alive)$/i

/** @returns headers and body exactly as sent */
export function fetchRaw(url: string, headers: Record<string, string>): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers }, (response) => {
      const sent = response.rawHeaders.filter(
        (_, index, all) => !CONNECTION_HEADERS.test(all[index - (index % 2)] ?? ''),
      )
      const read = (chunks: Buffer[]) => ({ headers: sent, body: Buffer.concat(chunks) })
      response.toArray().then(read).then(resolve, reject)
    })
    outgoing.on('error', reject).end()
  })
}
