import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { prepareBinaries } from '#backend/embedded-database/binaries.ts'
import { findCluster } from '#backend/embedded-database/cluster.ts'
import { superuserAddress } from '#backend/embedded-database/owner.ts'
import { postgresArguments } from '#backend/embedded-database/settings.ts'
import { startEmbeddedDatabase } from '#backend/embedded-database/start.ts'
import { databaseUser } from '#backend/embedded-database/system-user.ts'
import { prepareDatabase } from '#backend/database/prepare-database.ts'
import { admin, newFolder, runBackend } from './running-backend.ts'
import { freePort } from '#test/free-port.ts'
import { makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const primary = new URL(database.url)
const standby = `127.0.0.1:${await startStandby(primary)}`
const dead = `127.0.0.1:${await freePort()}`

/** @returns an address with several hosts, as the setting DATABASE_URL turns it into */
const addressOf = (...hosts: string[]) =>
  `${database.url.replace(primary.host, hosts.join())}?target_session_attrs=read-write`

test('a server uses the host that accepts writes, whatever hosts are before it', async () => {
  const { client, settled } = await runBackend({ ...database, url: addressOf(dead, standby, primary.host) })
  const person = client()
  expect((await person.auth.signInWithPassword(admin)).error).toBe(null)
  for (let number = 0; number < 10; number += 1) {
    const row = { title: `Recruitment ${number}`, slug: `recruitment-${number}` }
    expect((await person.from('recruitments').insert(row)).error).toBe(null)
  }
  expect(await database.sql`select from recruitments`).toHaveLength(10)
  await settled()
  // One more marks the end of the changes.
  expect((await client().from('recruitments').select('id')).data).toHaveLength(11)
})

test.each([
  ['of which none answers', [dead, dead], 'ECONNREFUSED'],
  ['of which none accepts writes', [dead, standby], 'none of its hosts accepts writes (target_session_attrs)'],
])('an address with hosts %s fails with one sentence', async (_what, hosts, reason) => {
  const preparing = prepareDatabase(
    { databaseUrl: addressOf(...hosts), report: () => {} },
    { provision: async () => {} },
    async () => {},
  )
  await expect(preparing).rejects.toThrow('The database of DATABASE_URL cannot be reached: ')
  await expect(preparing).rejects.toThrow(reason)
})

/** Starts a PostgreSQL in recovery, which has the password and the database of the address. @returns its port */
async function startStandby({ password, pathname }: URL): Promise<number> {
  const dataDir = newFolder()
  // PostgreSQL's own user needs access when root runs the tests.
  chmodSync(dataDir, 0o755)
  const first = await startEmbeddedDatabase({ dataDir })
  const cluster = findCluster(dataDir) ?? ''
  const sql = postgres(superuserAddress(cluster, Number(new URL(first.url).port)), { max: 1, onnotice: () => {} })
  await sql.unsafe(`alter role postgres password '${password}'`)
  await sql.unsafe(`create database "${pathname.slice(1)}"`)
  await sql.end()
  await first.close()

  const user = databaseUser(cluster)
  writeFileSync(join(cluster, 'standby.signal'), '')
  if (user) chownSync(join(cluster, 'standby.signal'), user.uid, user.gid)
  const port = await freePort()
  const { bin } = prepareBinaries(dataDir, user)
  const server = spawn(join(bin, 'postgres'), postgresArguments(cluster, port), { ...user, cwd: '/', stdio: 'ignore' })
  const ended = once(server, 'exit')
  afterAll(async () => {
    server.kill('SIGQUIT')
    await ended
  })
  const url = Object.assign(new URL(`postgres://postgres@127.0.0.1:${port}/postgres`), { password }).href
  await vi.waitUntil(() => isInRecovery(url), { timeout: 60_000, interval: 100 })
  return port
}

async function isInRecovery(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql`select pg_is_in_recovery() as "is"`
    return row?.['is']
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}
