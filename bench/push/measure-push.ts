import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { showTable } from '#bench/figures.ts'
import { memoryOf, processorSeconds } from '#bench/process-figures.ts'
import { databaseOf, startServer, temporaryFolder, type RunningServer } from '#bench/running-server.ts'
import { killWhileSending } from './kills.ts'
import type { LoopStart } from './library-loop.ts'
import type { ServiceReport } from './push-service.ts'
import {
  content,
  followOneRecruitment,
  isDone,
  publishAdmitCard,
  queue,
  reportOf,
  settings,
  startService,
  subscribe,
} from './sending.ts'

/**
 * Messages of the comparison, subscribers for the memory measurement, number of kills, and subscribers for the kills.
 */
const [loopMessages, manySubscribers, kills, killedSubscribers] = [5_000, 1_000_000, 8, 20_000]

/**
 * Prints the throughput compared with a loop over web-push, the memory used, and messages lost or repeated by kills.
 */
export async function measurePush(subscribers: number): Promise<void> {
  const folder = temporaryFolder()
  const service = startService()
  const server = await startServer(folder.path, settings)
  const sql = postgres(databaseOf(folder.path), { max: 2, onnotice: () => {} })
  try {
    const { subscription } = await reportOf(service, 'forget')
    const library = await loop({
      ...vapidOf(folder.path),
      subscription,
      messages: loopMessages,
      atOnce: 16,
      payload: JSON.stringify(content),
    })
    await reportOf(service, 'forget')
    await subscribe(sql, subscription, subscribers)
    const serviceCpu = processorSeconds(service.pid ?? 0)
    const ours = await send(sql, server)
    const { received, reached, problems } = await reportOf(service)
    const [perCore, libraryPerCore] = [subscribers / ours.cpuSeconds, loopMessages / library.cpuSeconds]
    console.log(`\nLoad average ${loadavg()[0]?.toFixed(1)}`)
    showTable(`Push, ${subscribers.toLocaleString('en')} subscribers over TLS and HTTP/2`, {
      seconds: ours.seconds.toFixed(1),
      'messages per second': Math.round(subscribers / ours.seconds),
      'processor seconds, server / push service': `${ours.cpuSeconds.toFixed(1)} / ${(processorSeconds(service.pid ?? 0) - serviceCpu).toFixed(1)}`,
      'messages per second and core of the server': Math.round(perCore),
      'the same, web-push in a loop': Math.round(libraryPerCore),
      'ratio (target 2)': (perCore / libraryPerCore).toFixed(2),
      'received / endpoints reached': `${received} / ${reached}`,
      'rejected by the push service': problems.length,
      'memory of the server, before / most, MB': `${ours.memoryBefore} / ${Math.max(...ours.memory)}`,
    })
    await measureFollowers(sql, server, service)
    await measureMemory(sql, server, subscription)
    await sql.end()
    await server.stop()
    await measureKills(folder.path, service)
  } finally {
    await sql.end()
    await server.stop()
    service.kill()
    folder.remove()
  }
}

/** The same subscriptions follow one recruitment, of which an admit card is published. */
async function measureFollowers(
  sql: postgres.Sql,
  server: RunningServer,
  service: ReturnType<typeof startService>,
): Promise<void> {
  await followOneRecruitment(sql)
  await reportOf(service, 'forget')
  const followers = (await sql`select from push.follows`).count
  const figures = await send(sql, server, publishAdmitCard)
  const { received, reached } = await reportOf(service)
  showTable('Push to the followers of a recruitment', {
    'followers of one recruitment': followers,
    seconds: figures.seconds.toFixed(1),
    'messages per second': Math.round(followers / figures.seconds),
    'processor seconds of the server': figures.cpuSeconds.toFixed(1),
    'received / endpoints reached': `${received} / ${reached}`,
  })
}

async function measureMemory(
  sql: postgres.Sql,
  server: RunningServer,
  subscription: ServiceReport['subscription'],
): Promise<void> {
  await subscribe(sql, subscription, manySubscribers)
  const many = await send(sql, server)
  const half = many.memory.length / 2
  showTable('Push to many', {
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

async function send(sql: postgres.Sql, server: RunningServer, begin: (sql: postgres.Sql) => Promise<unknown> = queue) {
  const [cpu, memoryBefore] = [processorSeconds(server.pid), memoryOf(server.pid)]
  const memory: number[] = []
  const start = performance.now()
  await begin(sql)
  while (!(await isDone(sql))) {
    await pause(100)
    memory.push(memoryOf(server.pid))
  }
  return {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: processorSeconds(server.pid) - cpu,
    memoryBefore,
    memory,
  }
}

async function loop(start: LoopStart): Promise<{ seconds: number; cpuSeconds: number }> {
  const child = fork(new URL('library-loop.ts', import.meta.url), [JSON.stringify(start)], {
    env: { ...process.env, ...settings },
  })
  const [figures] = (await once(child, 'message')) as [{ seconds: number; cpuSeconds: number }]
  return figures
}

function vapidOf(dataDir: string): Pick<LoopStart, 'vapid'> {
  const { vapidPublicKey, vapidPrivateKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  return { vapid: { publicKey: vapidPublicKey, privateKey: vapidPrivateKey, subject: 'mailto:operator@example.org' } }
}

async function measureKills(dataDir: string, service: ReturnType<typeof startService>): Promise<void> {
  const { skipped, sentTwice } = await killWhileSending({
    subscribers: killedSubscribers,
    kills,
    service,
    endsLeases: true,
    start: async () => {
      const server = await startServer(dataDir, settings)
      return { pid: server.pid, stop: () => server.stop(), database: databaseOf(dataDir) }
    },
  })
  showTable('Kills while sending', { kills, skipped, 'sent twice': sentTwice, 'most of these (64 a kill)': 64 * kills })
}
