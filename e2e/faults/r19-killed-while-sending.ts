import { killWhileSending } from '#bench/push/kills.ts'
import { settings, startService } from '#bench/push/sending.ts'
import { databaseUrl } from '#e2e/start/server.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { startPortal, type Portal } from './portal.ts'

/** Messages that the two workers of a server have sent and not recorded, at most: 32 each. Source: docs/behaviour/push.md#after-a-crash */
const inFlight = 2 * 32

export const killedWhileSending: Fault = {
  name: 'R19',
  does: 'Kills the server eight times while it sends to 100,000 subscribers: nobody is skipped, few get the message again, and the next server goes on at once.',
  run,
}

async function run({ size }: Scale): Promise<Figure[]> {
  const [subscribers, kills] = { short: [3_000, 2], usual: [30_000, 8], full: [100_000, 8] }[size] as [number, number]
  const service = startService()
  let portal: Portal | undefined
  try {
    const { skipped, sentTwice, slowestResume } = await killWhileSending({
      subscribers,
      kills,
      service,
      endsLeases: false,
      start: async () => {
        const started = await startPortal(settings, portal)
        portal = started
        return { pid: portal.pid, stop: () => started.stop(), database: databaseUrl(portal.dataDir) }
      },
    })
    return [
      { what: 'subscribers', value: subscribers },
      { what: 'kills', value: kills },
      { what: 'skipped', value: skipped, most: 0, isPromise: true },
      { what: 'messages sent again, which the topic merges', value: sentTwice, most: kills * inFlight },
      { what: 'from the start of a server until it went on, worst', value: slowestResume, unit: 's', most: 30 },
    ]
  } finally {
    service.kill()
  }
}
