import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { databaseOf, startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import type { LoopStart } from './library-loop.ts'
import type { ServiceReport } from './push-service.ts'

/**
 * Messages of the comparison, subscribers for the memory measurement, number of kills, and subscribers for the kills.
 */
const [loopMessages, manySubscribers, kills, killedSubscribers] = [5_000, 1_000_000, 8, 20_000]

const settings = {
  SAMPLE_DATA: 'off',
  PUSH_ENDPOINT_HOSTS: 'localhost',
  NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('../../test/fakes/push-service.pem', import.meta.url)),
}
const content = {
  title: 'SSC CGL 2026: 17,727 posts',
  body: 'अंतिम तिथि 31-12-2026',
  category: 'newJobs',
  url: '/jobs/ssc-cgl-2026',
}

/**
 * Prints the throughput compared with a loop over web-push, the memory used, and messages lost or repeated by kills.
 */
export async function measurePush(subscribers: number): Promise<void> {
  const folder = temporaryFolder()
  const service = fork(new URL('push-service.ts', import.meta.url))
  const server = await startServer(folder.path, settings)
  let sql = postgres(databaseOf(folder.path), { max: 2, onnotice: () => {} })
  try {
    const { subscription } = await report(service, 'forget')
    const library = await loop({
      ...vapidOf(folder.path),
      subscription,
      messages: loopMessages,
      atOnce: 16,
      payload: JSON.stringify(content),
    })
    await report(service, 'forget')
    await subscribe(sql, subscription, subscribers)
    const serviceCpu = cpuOf(service)
    const ours = await send(sql, server)
    const { received, reached, problems } = await report(service)
    const [perCore, libraryPerCore] = [subscribers / ours.cpuSeconds, loopMessages / library.cpuSeconds]
    console.log(
      `\nPush, ${subscribers.toLocaleString('en')} subscribers over TLS and HTTP/2; load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.table({
      seconds: ours.seconds.toFixed(1),
      'messages per second': Math.round(subscribers / ours.seconds),
      'processor seconds, server / push service': `${ours.cpuSeconds.toFixed(1)} / ${(cpuOf(service) - serviceCpu).toFixed(1)}`,
      'messages per second and core of the server': Math.round(perCore),
      'the same, web-push in a loop': Math.round(libraryPerCore),
      'ratio (target 2)': (perCore / libraryPerCore).toFixed(2),
      'received / endpoints reached': `${received} / ${reached}`,
      'rejected by the push service': problems.length,
      'memory of the server, before / most, MB': `${ours.memoryBefore} / ${Math.max(...ours.memory)}`,
    })
    await measureMemory(sql, server, subscription)
    await sql.end()
    await server.stop()
    sql = await measureKills(folder.path, service, subscription)
  } finally {
    await sql.end()
    await server.stop()
    service.kill()
    folder.remove()
  }
}

async function measureMemory(
  sql: postgres.Sql,
  server: RunningServer,
  subscription: ServiceReport['subscription'],
): Promise<void> {
  await subscribe(sql, subscription, manySubscribers)
  const many = await send(sql, server)
  const half = many.memory.length / 2
  console.table({
    subscribers: manySubscribers,
    seconds: many.seconds.toFixed(1),
    'messages per second': Math.round(manySubscribers / many.seconds),
    'memory of the server, before, MB': many.memoryBefore,
    'first half, median / most': rangeOf(many.memory.slice(0, half)),
    'second half, median / most': rangeOf(many.memory.slice(half)),
  })
}

function rangeOf(memory: number[]): string {
  const sorted = memory.toSorted((one, other) => one - other)
  return `${sorted[sorted.length >> 1]} / ${sorted.at(-1)}`
}

/** Kills the server several times while it sends; the last server finishes. */
async function measureKills(
  dataDir: string,
  service: ChildProcess,
  subscription: ServiceReport['subscription'],
): Promise<postgres.Sql> {
  let server = await startServer(dataDir, settings)
  let sql = postgres(databaseOf(dataDir), { max: 1, onnotice: () => {} })
  await subscribe(sql, subscription, killedSubscribers)
  await report(service, 'forget')
  await queue(sql)
  for (let kill = 1; kill <= kills; kill += 1) {
    const goal = (killedSubscribers / (kills + 1)) * kill
    while ((await report(service)).reached < goal) await pause(5)
    process.kill(server.pid, 'SIGKILL')
    await sql.end({ timeout: 0 })
    await pause(200)
    server = await startServer(dataDir, settings)
    sql = postgres(databaseOf(dataDir), { max: 1, onnotice: () => {} })
    // Expire the leases, which otherwise last 30 seconds.
    await sql`update push.batches set lease_until = now()`
  }
  while (!(await isDone(sql))) await pause(100)
  const { received, reached } = await report(service)
  console.table({
    kills: kills,
    skipped: killedSubscribers - reached,
    'sent twice': received - reached,
    'most of these (64 a kill)': 64 * kills,
  })
  await server.stop()
  return sql
}

/** Replaces all subscriptions by `count` new ones. */
async function subscribe(
  sql: postgres.Sql,
  { endpoint, p256dh, auth }: ServiceReport['subscription'],
  count: number,
): Promise<void> {
  await sql`truncate push_subscriptions, push.notifications cascade`
  await sql`insert into push_subscriptions (endpoint, p256dh, auth)
    select ${endpoint} || number, ${p256dh}, ${auth} from generate_series(1, ${count}::int) as number`
  await sql`analyze push_subscriptions`
}

const queue = (sql: postgres.Sql) => sql`select push.queue(null, null, ${sql.json(content)})`
const isDone = async (sql: postgres.Sql) =>
  (await sql`select from push.notifications where state = 'sending'`).count === 0

async function send(sql: postgres.Sql, server: RunningServer) {
  const [cpu, memoryBefore] = [cpuOf(server), memoryOf(server)]
  const memory: number[] = []
  await queue(sql)
  const start = performance.now()
  while (!(await isDone(sql))) {
    await pause(100)
    memory.push(memoryOf(server))
  }
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: cpuOf(server) - cpu, memoryBefore, memory }
}

async function loop(start: LoopStart): Promise<{ seconds: number; cpuSeconds: number }> {
  const child = fork(new URL('library-loop.ts', import.meta.url), [JSON.stringify(start)], {
    env: { ...process.env, ...settings },
  })
  const [figures] = (await once(child, 'message')) as [{ seconds: number; cpuSeconds: number }]
  return figures
}

async function report(service: ChildProcess, command = 'report'): Promise<ServiceReport> {
  service.send(command)
  const [found] = (await once(service, 'message')) as [ServiceReport]
  return found
}

function vapidOf(dataDir: string): Pick<LoopStart, 'vapid'> {
  const { vapidPublicKey, vapidPrivateKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  return { vapid: { publicKey: vapidPublicKey, privateKey: vapidPrivateKey, subject: 'mailto:operator@example.org' } }
}

/** @returns seconds of processor time of the process and its threads */
function cpuOf({ pid }: { pid?: number | undefined }): number {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(ticks[11]) + Number(ticks[12])) / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
}

function memoryOf({ pid }: RunningServer): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}
