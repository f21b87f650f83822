import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { RunningServer } from '#bench/running-server.ts'
import { load, type Load, type Loaded } from './load.ts'
import { startBareServer, startNginx } from './other-servers.ts'
import type { Page } from './pages.ts'

const CONNECTIONS = [32, 256]
const ROUNDS = 3
/** Seconds. */
const WARM_UP = 3
const GZIP = { 'accept-encoding': 'gzip' }

export type Row = Record<string, string | number>

/** Pages from memory, beside a bare node:http server and nginx which send the same bytes. */
export async function measureKept(server: RunningServer, pages: Page[], seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, path, headers = {} } of pages) {
    const url = server.url + path
    const answer = await answerOf(url, { ...GZIP, ...headers })
    const { body } = answer
    const others = { bare: await startBareServer(answer), nginx: await startNginx(gunzipSync(body), body) }
    for (const connections of CONNECTIONS) {
      const same = { connections, seconds, headers: { ...GZIP, ...headers } }
      const [kept, bare, nginx] = await inTurns([
        { ...same, url, pids: [server.pid] },
        { ...same, ...others.bare },
        ...(others.nginx ? [{ ...same, ...others.nginx }] : []),
      ])
      if (kept && bare) rows.push(rowOf({ name, connections, bytes: body.length }, kept, { bare, nginx }))
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

/**
 * Loads one after the other, several times, so that a machine that is slow for a while is so for all of them. The first
 * seconds, in which code is compiled, do not count.
 *
 * @returns the median of each
 */
async function inTurns(loads: Load[]): Promise<Loaded[]> {
  const rounds: Loaded[][] = []
  for (const asked of loads) await load({ ...asked, seconds: WARM_UP })
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures: Loaded[] = []
    for (const asked of loads) figures.push(await load(asked))
    rounds.push(figures)
  }
  return loads.map((_, place) => {
    const bySpeed = rounds.map((round) => round[place]!).toSorted((one, other) => one.perSecond - other.perSecond)
    return bySpeed[ROUNDS >> 1]!
  })
}

/** Headers that node:http adds by itself. */
const OF_CONNECTION = /^(date|connection|keep-alive)$/i

/** As it is sent, headers and body. */
function answerOf(url: string, headers: Record<string, string>): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      const sent = answer.rawHeaders.filter((_, place, all) => !OF_CONNECTION.test(all[place - (place % 2)] ?? ''))
      const read = (chunks: Buffer[]) => ({ headers: sent, body: Buffer.concat(chunks) })
      answer.toArray().then(read).then(resolve, reject)
    })
    asked.on('error', reject).end()
  })
}
