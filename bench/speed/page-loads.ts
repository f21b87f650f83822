import type { RunningServer } from '#bench/running-server.ts'
import type { Row } from './kept.ts'
import { load } from './load.ts'
import { SEARCH, type Page } from './pages.ts'

/** Each page of a server; the search is one for a text, which is never kept. */
export async function measurePages(
  server: RunningServer,
  pages: Page[],
  { connections, seconds }: { connections: number[]; seconds: number },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const page of pages) {
    const { name, path, headers = {} } = page.name === 'search' ? SEARCH : page
    for (const count of connections) {
      const asked = { url: server.url + path, headers, connections: count, seconds, pids: [server.pid] }
      await load({ ...asked, seconds: 2 })
      const { perSecond, p50, p99, cpu, failed } = await load(asked)
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
