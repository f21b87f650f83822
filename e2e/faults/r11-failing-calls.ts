import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { adminHeaders, databaseUrl, shownAccount } from '#e2e/start/server.ts'
import { startBeside } from '#e2e/start/several-servers.ts'
import { startPushService } from '#test/fakes/push-service.ts'
import { settings as pushSettings } from '#bench/push/sending.ts'
import { accountWrites, restoreAccount } from './account-writes.ts'
import type { Fault, Figure, Scale } from './fault.ts'
import { keyHeaders, startPortal } from './portal.ts'
import { openStatementProxy, type StatementProxy } from './statement-proxy.ts'
import { tableWrites } from './table-writes.ts'
import { visitorWrites } from './visitor-writes.ts'
import type { WritePath, WriteTools } from './write-path.ts'

const paths = [...tableWrites, ...visitorWrites, ...accountWrites]

export const failingCalls: Fault = {
  name: 'R11',
  does: `Cuts the connection to the database at each message of each of ${paths.length} writes, before the database gets it or before its answer arrives: what was written is there as a whole or not at all.`,
  run,
}

/** Most tries of a write path, and of one that takes a second; the messages are spread over all that it sends. */
const tries = { short: [6, 2], usual: [40, 8], full: [Infinity, 200] } as const

async function run({ size }: Scale): Promise<Figure[]> {
  const env = { HOST: '127.0.0.1', CONTACT_INBOX: 'on', ...pushSettings, SAMPLE_DATA: 'on', LOG_LEVEL: 'error' }
  const owner = await startPortal(env)
  const proxy = await openStatementProxy(databaseUrl(owner.dataDir))
  const pushService = await startPushService({ treat: (path) => ({ status: path.startsWith('/gone') ? 410 : 201 }) })
  const sql = postgres(databaseUrl(owner.dataDir), { max: 2, onnotice: () => {} })
  const tools: WriteTools = {
    server: await startBeside(owner, proxy.url, env),
    databaseUrl: proxy.url,
    key: keyHeaders(owner),
    owner,
    account: shownAccount(owner.output())!,
    admin: {},
    sql,
    pushService,
  }
  const [quick, slow] = tries[size]
  const violations: string[] = []
  let tried = 0
  for (const path of paths) {
    // Paths that end sessions would end this one, too.
    await restoreAccount(tools)
    tools.admin = await adminHeaders(owner)
    const found = await failEach(path, { tools, proxy, most: path.isSlow ? slow : quick })
    tried += found.tried
    violations.push(...found.violations)
  }
  for (const violation of violations.slice(0, 20)) console.log(`R11: ${violation}`)
  await sql.end()
  await tools.server.stop()
  proxy.close()
  await owner.stop()
  await pushService.close()
  return [
    { what: 'write paths', value: paths.length, least: 25 },
    { what: 'cut connections', value: tried },
    { what: 'states that are neither that before nor that after', value: violations.length, most: 0, isPromise: true },
  ]
}

interface FailOptions {
  tools: WriteTools
  proxy: StatementProxy
  most: number
}

async function failEach(path: WritePath, { tools, proxy, most }: FailOptions) {
  const mark = () => `m${crypto.randomUUID().replaceAll('-', '')}`
  // The first try is for connections and plans.
  await (await path.prepare(tools, mark())).act()
  const whole = await path.prepare(tools, mark())
  const before = await whole.state()
  proxy.cutAt(Infinity, 'before')
  const status = await whole.act()
  const messages = proxy.messages
  const after = await whole.state()
  if (after.join() === before.join()) throw new Error(`"${path.name}" changes nothing without a fault: ${status}`)
  // Odd, so that both ways of cutting take turns.
  const stride = Math.ceil((2 * messages) / most) | 1
  const violations: string[] = []
  let tried = 0
  for (let step = 0; step < 2 * messages; step += stride) {
    const when = step % 2 ? 'after' : 'before'
    const number = (step >> 1) + 1
    const prepared = await path.prepare(tools, mark())
    proxy.cutAt(number, when)
    const answer = await prepared.act()
    proxy.cutAt(Infinity, 'before')
    tried += 1
    const isDone = answer >= 200 && answer < 300
    const isRight = (state: string[]) =>
      state.every((part, index) => part === after[index] || (!isDone && part === before[index]))
    let state = await prepared.state()
    // The database may not have noticed the end of the connection yet.
    for (let wait = 0; wait < 40 && !isRight(state); wait += 1) {
      await pause(50)
      state = await prepared.state()
    }
    if (isRight(state)) continue
    const where = `${path.name}, cut ${when} message ${number} of ${messages}, answered ${answer}`
    violations.push(`${where}: ${state.join()} is neither ${before.join()} nor ${after.join()}`)
  }
  return { tried, violations }
}
