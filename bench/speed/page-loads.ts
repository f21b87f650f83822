import type { Row } from '#bench/record.ts'
import { databaseOf, startServer, type RunningServer } from '#bench/running-server.ts'
import { sharedSettings } from '#e2e/start/several-servers.ts'
import { load } from './load.ts'
import { SEARCH, type Page } from './pages.ts'

/** Loads each page of a server; the search is for a text, because such pages are never cached. */
export async function measurePages(
  server: RunningServer,
  pages: Page[],
  { connections, seconds }: { connections: number[]; seconds: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const page of pages) {
    const { name, path, headers = {} } = page.name === 'search' ? SEARCH : page
    for (const count of connections) {
      const options = { url: server.url + path, headers, connections: count, seconds, pids: [server.pid] }
      await load({ ...options, seconds: 2 })
      const { perSecond, p50, p99, cpu, failed } = await load(options)
      rows.push({
        page: name,
        connections: count,
        'requests/s': perSecond,
        'p50 ms': p50,
        'p99 ms': p99,
        'CPU µs': cpu,
        failed,
      })
    }
  }
  return rows
}

/** Loads the home page of two servers on one database, with half of the connections each. */
export async function measureTwoServers(
  first: RunningServer,
  dataDir: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Row> {
  const second = await startServer(dataDir, {
    PAGE_CACHE_MEGABYTES: '0',
    ...sharedSettings(first, databaseOf(first.dataDir)),
  })
  try {
    const both = (length: number) =>
      Promise.all(
        [first, second].map(({ url, pid }) =>
          load({ url, connections: connections / 2, seconds: length, pids: [pid] }),
        ),
      )
    await both(2)
    const halves = await both(seconds)
    const most = (name: 'p50' | 'p99' | 'cpu') => Math.max(...halves.map((half) => half[name]))
    return {
      page: 'home, two servers',
      connections,
      'requests/s': halves.reduce((sum, { perSecond }) => sum + perSecond, 0),
      'p50 ms': most('p50'),
      'p99 ms': most('p99'),
      'CPU µs': most('cpu'),
      failed: halves.reduce((sum, { failed }) => sum + failed, 0),
    }
  } finally {
    await second.stop()
  }
}
