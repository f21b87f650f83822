import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { isDone, queue, reportOf, subscribe } from './sending.ts'

interface SendingServer {
  pid: number
  /** Address of its database. */
  database: string
  stop: () => Promise<unknown>
}

interface KillOptions {
  subscribers: number
  kills: number
  service: ChildProcess
  /** Whether the leases of killed workers are ended, so that nobody waits 30 seconds for them. */
  endsLeases: boolean
  /** Starts the server, also after each kill. */
  start: () => Promise<SendingServer>
}

/**
 * Kills the server several times while it sends a notification; the last server finishes.
 * @returns subscribers that got nothing, messages that were sent again, and the longest time in seconds from the start
 *   of a server until it continued
 */
export async function killWhileSending({ subscribers, kills, service, endsLeases, start }: KillOptions) {
  const { subscription } = await reportOf(service, 'forget')
  let server = await start()
  let sql = postgres(server.database, { max: 1, onnotice: () => {} })
  let slowestResume = 0
  try {
    await subscribe(sql, subscription, subscribers)
    await queue(sql)
    for (let kill = 1; kill <= kills; kill += 1) {
      const goal = (subscribers / (kills + 1)) * kill
      while ((await reportOf(service)).reached < goal) await pause(5)
      process.kill(server.pid, 'SIGKILL')
      await sql.end({ timeout: 0 })
      await pause(200)
      const before = (await reportOf(service)).received
      server = await start()
      const startedAt = performance.now()
      sql = postgres(server.database, { max: 1, onnotice: () => {} })
      if (endsLeases) await sql`update push.batches set lease_until = now()`
      while ((await reportOf(service)).received === before) await pause(20)
      slowestResume = Math.max(slowestResume, (performance.now() - startedAt) / 1000)
    }
    while (!(await isDone(sql))) await pause(100)
    const { received, reached } = await reportOf(service)
    return { skipped: subscribers - reached, sentTwice: received - reached, slowestResume }
  } finally {
    await sql.end({ timeout: 0 })
    await server.stop()
  }
}
