import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { processorSeconds } from '#bench/process-figures.ts'
import { isRunning } from '#e2e/start/command.ts'
import { adminHeaders, databaseUrl } from '#e2e/start/server.ts'
import { startBeside } from '#e2e/start/several-servers.ts'
import type { Fault, Figure } from './fault.ts'
import { keyHeaders, startPortal } from './portal.ts'
import { ask } from './traffic.ts'

/** Seconds a statement may take, by role. Source: docs/behaviour/limits.md#database-time */
const timeouts = { visitor: 3, admin: 8 }

export const runawayQueries: Fault = {
  name: 'R6',
  does: 'Calls functions that never end, one of them with an expression that takes minutes to compile: the time limit of the role ends them.',
  run,
}

async function run(): Promise<Figure[]> {
  const owner = await startPortal()
  const sql = postgres(databaseUrl(owner.dataDir), { max: 1, onnotice: () => {} })
  await createRunaways(sql)
  // A server reads the functions when it starts.
  const server = await startBeside(owner, databaseUrl(owner.dataDir), { HOST: '127.0.0.1', LOG_LEVEL: 'error' })
  const callers = { visitor: keyHeaders(owner), admin: await adminHeaders(owner) }
  const figures: Figure[] = []
  for (const name of ['endless', 'compiled'] as const) {
    for (const [caller, headers] of Object.entries(callers) as [keyof typeof timeouts, Record<string, string>][]) {
      const path = `/rest/v1/rpc/runaway_${name}`
      const calling = ask(server.url, { kind: caller, path, headers })
      const seconds = await processorTimeOf(sql, `runaway_${name}`)
      const { status } = await calling
      const what = `${name} query of ${caller === 'admin' ? 'an admin' : 'a visitor'}`
      figures.push({ what: `processor time, ${what}`, value: seconds, unit: 's', most: timeouts[caller] + 0.5 })
      figures.push({ what: `is the status of the ${what}`, value: status, least: 400 })
    }
  }
  await sql.end()
  await server.stop()
  await owner.stop()
  return figures
}

async function createRunaways(sql: postgres.Sql): Promise<void> {
  const row = 'select count(*) from generate_series(1, 1e12) as number'
  const expensive = Array.from({ length: 2_000 }, (_, index) => `sin(number + ${index}) > ${index}`).join(' or ')
  const body = { endless: row, compiled: `${row} where ${expensive}` }
  for (const [name, query] of Object.entries(body)) {
    await sql.unsafe(
      `create function public.runaway_${name}() returns jsonb language plpgsql stable as
       $$ begin return to_jsonb((${query})); end $$;
       grant execute on function public.runaway_${name} to anon, authenticated`,
    )
  }
}

/** Waits until a call is running, and then until it has ended. @returns seconds of processor time of its process */
async function processorTimeOf(sql: postgres.Sql, text: string): Promise<number> {
  const backends = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity
     where state = 'active' and query like ${`%${text}%`} and pid <> pg_backend_pid()`
  let backend = 0
  for (const end = performance.now() + 5_000; !backend && performance.now() < end; await pause(10)) {
    backend = (await backends())[0]?.pid ?? 0
  }
  if (!backend) return 0
  const before = processorSeconds(backend)
  let after = before
  for (const end = performance.now() + 60_000; performance.now() < end; await pause(50)) {
    if (!isRunning(backend)) break
    after = processorSeconds(backend)
    if (!(await backends()).some(({ pid }) => pid === backend)) break
  }
  return after - before
}
