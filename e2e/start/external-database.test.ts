import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from './command.ts'
import { newKeys, openOperatorsDatabase, type OperatorsDatabase } from './operators-database.ts'
import { preparedFolder } from './prepared-folder.ts'
import { freePort } from '#test/free-port.ts'
import {
  cleanUp,
  databaseUrl,
  newFolder,
  query,
  type Server,
  serverOn,
  shownAccount,
  shownJobs,
  signIn,
  startServer,
  TROUBLE,
} from './server.ts'

const keys = newKeys()
let operator: OperatorsDatabase
beforeAll(async () => {
  operator = await openOperatorsDatabase(preparedFolder('no notices'))
})
afterAll(cleanUp)

async function newDatabase(name: string): Promise<string> {
  await operator.asSuperuser(`create database ${name}`)
  return databaseUrl(operator.folder, name)
}

function startOn(url: string, env: Record<string, string> = {}): Promise<Server> {
  return startServer(join(newFolder(), 'data'), { env: { DATABASE_URL: url, ...keys, ...env } })
}

async function startupError(url: string): Promise<string> {
  const env = await serverOn(join(newFolder(), 'data'), { DATABASE_URL: url, ...keys })
  const server = launch(process.execPath, ['server/main.ts'], { env })
  expect(await server.ended()).toBe(1)
  return server.errors()
}

describe('DATABASE_URL', () => {
  test('DATABASE_URL may be the address of a user who is no superuser', async () => {
    const server = await startOn(await operator.newOwnedDatabase('owned', 'portal'), { SAMPLE_DATA: 'on' })
    expect(await shownJobs(server)).toBe(25)
    await server.stop()
  })

  test('DATABASE_URL of a user without the roles of another portal is rejected with the statement that grants them', async () => {
    const url = await operator.newOwnedDatabase('second', 'tenant')
    const remedy = 'grant anon, authenticated, service_role to'
    expect(await startupError(url)).toBe(
      `The database user may not act as the roles it serves (permission denied to set role "anon"): let the owner of these roles run "${remedy}" that user.\n`,
    )
    await operator.asSuperuser(`${remedy} tenant`)
    const server = await startOn(url, { SAMPLE_DATA: 'on' })
    expect(await shownJobs(server)).toBe(25)
    await server.stop()
  })

  test('an empty database of DATABASE_URL is migrated and used instead of an embedded one', async () => {
    const url = await newDatabase('fresh')
    const server = await startOn(url)
    // Only the scripts of this build for visitors of later builds.
    expect(readdirSync(server.dataDir)).toEqual(['assets'])
    expect(await shownJobs(server)).toBe(0)
    const account = shownAccount(server.output())
    expect(account && (await signIn(server, account, keys.SUPABASE_PUBLISHABLE_KEY))).toBe(200)
    await server.stop()

    const next = await startOn(url)
    expect(next.output()).not.toMatch(/password|schema/)
    await next.stop()
  })

  test('two servers may start at the same time on an empty database of DATABASE_URL', async () => {
    const url = await newDatabase('shared')
    const servers = await Promise.all([startOn(url, { SAMPLE_DATA: 'on' }), startOn(url, { SAMPLE_DATA: 'on' })])
    const accounts = servers.flatMap((server) => shownAccount(server.output()) ?? [])
    expect(accounts).toHaveLength(1)
    for (const server of servers) {
      expect(await shownJobs(server)).toBe(25)
      expect(await signIn(server, accounts[0]!, keys.SUPABASE_PUBLISHABLE_KEY)).toBe(200)
      expect(server.errors()).not.toMatch(TROUBLE)
    }
    expect(servers.filter((server) => server.output().includes('Loaded the sample notices'))).toHaveLength(1)
    const [jobs] = await query(url, 'select count(*)::int, count(distinct slug)::int as different from public.jobs')
    expect(jobs?.['count']).toBe(jobs?.['different'])
    await Promise.all(servers.map((server) => server.stop()))
  })
})

test('DATABASE_URL may name several hosts: server, accounts and backups use the one that answers', async () => {
  const url = new URL(await newDatabase('several'))
  const address = url.href.replace(url.host, `127.0.0.1:${await freePort()},${url.host}`)
  const server = await startOn(address, { SAMPLE_DATA: 'on' })
  expect(await shownJobs(server)).toBe(25)
  const account = shownAccount(server.output())
  expect(account && (await signIn(server, account, keys.SUPABASE_PUBLISHABLE_KEY))).toBe(200)

  const run = async (...args: string[]) => {
    const command = launch(process.execPath, args, { env: { DATABASE_URL: address, ...keys } })
    return { code: await command.ended(), output: command.output(), errors: command.errors() }
  }
  const accounts = await run('server/admin-command.ts', 'list')
  expect(accounts).toEqual({ code: 0, output: `${account?.email}\n`, errors: '' })
  const backup = await run('server/backup-command.ts', 'backup', join(newFolder(), 'backup'))
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/^Saved \d+ rows/), errors: '' })
  await server.stop()
})

describe('a DATABASE_URL that cannot be used', () => {
  test.each<[string, () => Promise<string>, string]>([
    ['no server', async () => `postgres://portal:portal@127.0.0.1:${await freePort()}/portal`, 'ECONNREFUSED'],
    ['an unknown host', async () => 'postgres://portal:portal@database.invalid/portal', 'ENOTFOUND|EAI_AGAIN'],
    ['a wrong password', async () => databaseUrl(operator.folder, 'fresh').replace(/:[^:@]+@/, ':wrong@'), 'password'],
    ['an unknown database', async () => databaseUrl(operator.folder, 'nowhere'), 'nowhere'],
  ])('DATABASE_URL with %s fails with one sentence without the password', async (_name, address, reason) => {
    const url = await address()
    const sentence = await startupError(url)
    expect(sentence).toMatch(new RegExp(`^The database of DATABASE_URL .*(${reason}).*\\.\n$`))
    expect(sentence).not.toContain(new URL(url).password)
  })
})
