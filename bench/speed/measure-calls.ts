import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { showTable } from '#bench/figures.ts'
import { commitOf, machine, today, writeRecord, type Row } from '#bench/record.ts'
import { startServer, temporaryFolder } from '#bench/running-server.ts'
import { generatorName, load } from './load.ts'

const record = 'bench/calls.md'
const sockets = 40
/** Milliseconds between the requests of one kind. */
const interval = 50
const admin = { email: 'bench@example.org', password: 'a password of the benchmark' }

const many = [0, 1, 2, 3].map((number) => `a${number}:organizations(jobs(id))`).join()
const terms = Array.from({ length: 60 }, (_, number) => `title.ilike.*${'abcdefghij'[number % 10]}${number}*`).join()

/** What the sockets of one address ask for. */
const attacks: Record<string, string | null> = {
  nothing: null,
  'many rows in each row': `/rest/v1/jobs?select=${many}`,
  'whole tables, 60 filters': `/rest/v1/jobs?select=*,organizations(*)&or=(${terms},id.gt.0)`,
  'function calls': '/rest/v1/rpc/search_notices?query=recruitment',
}

/**
 * Measures how long others wait while 40 sockets of one address send expensive calls of visitors without a pause.
 * @param seconds of each load
 */
export async function measureCalls(seconds: number): Promise<void> {
  const folder = temporaryFolder()
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  const server = await startServer(folder.path, account)
  const atStart = machine()
  try {
    const secrets = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8')) as { publishableKey: string }
    const headers = { apikey: secrets.publishableKey }
    const tables = new Map<string, Row[]>()
    for (const [name, path] of Object.entries(attacks)) {
      const stop = new AbortController()
      const measuring = measureOthers(server.url, headers, stop.signal)
      if (path) await load({ url: server.url + encodeURI(path), headers, connections: sockets, seconds, pids: [] })
      else await pause(seconds * 1_000)
      stop.abort()
      const title = `While ${sockets} sockets ask for: ${name}`
      tables.set(title, await measuring)
      showTable(title, tables.get(title) ?? [])
    }
    const how = `${seconds} s each, load by ${generatorName} on the same cores: ${atStart} at the start`
    const introduction = `# Calls\n\nWritten by \`npm run bench -- calls\` on ${today()}: ${commitOf()}, ${how}. Aim: p99 under 500 ms.`
    writeRecord(record, introduction, tables)
  } finally {
    await server.stop()
    folder.remove()
  }
}

async function measureOthers(url: string, headers: Record<string, string>, stop: AbortSignal): Promise<Row[]> {
  const json = { ...headers, 'content-type': 'application/json' }
  const signIn = () =>
    fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers: json, body: JSON.stringify(admin) })
  const { access_token } = (await (await signIn()).json()) as { access_token: string }
  const asAdmin = { ...headers, authorization: `Bearer ${access_token}` }
  let searches = 0
  const kinds: [string, () => Promise<Response>][] = [
    ['read of an admin', () => fetch(`${url}/rest/v1/jobs?select=id,title&limit=50`, { headers: asAdmin })],
    ['health', () => fetch(`${url}/healthz`)],
    ['cached page', () => fetch(`${url}/jobs`)],
    ['page that is not cached', () => fetch(`${url}/search?q=clerk${(searches += 1)}`)],
    ['sign-in', signIn],
  ]
  return Promise.all(
    kinds.map(async ([kind, send]) => {
      const times: number[] = []
      let failed = 0
      while (!stop.aborted) {
        const start = performance.now()
        const response = await send()
        await response.arrayBuffer()
        times.push(performance.now() - start)
        if (!response.ok) failed += 1
        await pause(kind === 'sign-in' ? 500 : interval)
      }
      times.sort((one, other) => one - other)
      const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
      return { kind, requests: times.length, failed, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'worst ms': at(1) }
    }),
  )
}
