import { lostOf, writeUntilGone } from '#e2e/start/acknowledged-writes.ts'
import { signalDatabase, untilRestarted } from './database-processes.ts'
import type { Fault, Scale } from './fault.ts'
import { startPortal, until, type Portal } from './portal.ts'
import { ask } from './traffic.ts'

const writers = 4

export const databaseKilled: Fault = {
  name: 'R2',
  does: 'Kills PostgreSQL with all its processes while four clients write: no acknowledged write is lost, and the server goes on without a restart.',
  run,
}

async function run({ size }: Scale) {
  const kills = { short: 3, usual: 20, full: 20 }[size]
  const portal = await startPortal()
  const acknowledged = Array.from({ length: writers }, (): string[] => [])
  const writing = acknowledged.map((list, writer) => writeUntilGone(portal, writer, list))
  const [recoveries, outages]: [number[], number[]] = [[], []]
  for (let kill = 0; kill < kills; kill += 1) {
    await everyWriterContinues(acknowledged)
    const killedAt = performance.now()
    const readyAt = await untilRestarted(portal.dataDir, () => signalDatabase(portal.dataDir, 'SIGKILL'))
    await until(() => isRendered(portal))
    recoveries.push((performance.now() - readyAt) / 1_000)
    outages.push((performance.now() - killedAt) / 1_000)
  }
  await everyWriterContinues(acknowledged)
  const lost = await lostOf(portal.dataDir, acknowledged.flat())
  const isAlive = (await ask(portal.url, { kind: 'page', path: '/' })).status === 200
  await portal.stop()
  await Promise.all(writing)
  return [
    { what: 'acknowledged writes lost', value: lost.length, most: 0, isPromise: true as const },
    { what: 'acknowledged writes', value: acknowledged.flat().length },
    { what: 'kills', value: kills },
    { what: 'restarts of the server needed', value: isAlive ? 0 : 1, most: 0, isPromise: true as const },
    { what: 'from PostgreSQL ready to an uncached page, worst', value: Math.max(...recoveries), unit: 's', most: 3 },
    { what: 'from the kill to an uncached page, worst', value: Math.max(...outages), unit: 's' },
  ]
}

/** Each writer gets an answer to a request that it sent after this call; one may have been in flight. */
async function everyWriterContinues(acknowledged: string[][]): Promise<void> {
  const before = acknowledged.map(({ length }) => length)
  await until(() => acknowledged.every(({ length }, writer) => length >= (before[writer] ?? 0) + 2))
}

async function isRendered({ url }: Portal): Promise<boolean> {
  const path = `/search?q=ssc+${crypto.randomUUID().slice(0, 6)}`
  return (await ask(url, { kind: 'page', path })).status === 200
}
