import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { launch } from './command.ts'
import { preparedFolder } from './prepared-folder.ts'
import {
  type Account,
  adminHeaders,
  cleanUp,
  databaseUrl,
  generatedKeys,
  newFolder,
  query,
  shownAccount,
  shownJobs,
  signIn,
  startServer,
  TROUBLE,
} from './server.ts'
import { sharedSettings } from './several-servers.ts'

afterAll(cleanUp)

/** @returns the account of a data folder whose database the superuser made and owns, as earlier versions left it */
async function makeEarlierFolder(dataDir: string): Promise<Account> {
  const server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off' } })
  // PostgreSQL goes on running.
  await server.stop('SIGKILL')
  const asSuperuser = (statement: string) => query(databaseUrl(dataDir, 'postgres'), statement)
  await asSuperuser('drop database suchana with (force)')
  await asSuperuser('drop role suchana, anon, authenticated, service_role')
  await asSuperuser('create database suchana')
  const env = { ...sharedSettings(server, databaseUrl(dataDir)), SAMPLE_DATA: 'on' }
  const earlier = await startServer(join(newFolder(), 'data'), { env })
  await earlier.stop()
  return shownAccount(earlier.output()) as Account
}

test('the database of an earlier version, which its superuser owns, is used by a server without those rights', async () => {
  const dataDir = preparedFolder('no notices')
  const account = await makeEarlierFolder(dataDir)
  const before = await rowsOf(dataDir)

  const server = await startServer(dataDir)
  expect(await rowsOf(dataDir)).toEqual(before)
  expect(await shownJobs(server)).toBe(25)
  expect(await signIn(server, account)).toBe(200)
  expect(
    await query(
      databaseUrl(dataDir),
      `select usename, usesuper from pg_stat_activity join pg_user using (usename) where datname = 'suchana' and pid <> pg_backend_pid()
       group by 1, 2`,
    ),
  ).toEqual([{ usename: 'suchana', usesuper: false }])

  const headers = { ...(await sessionOf(server.url, dataDir, account)), 'content-type': 'application/json' }
  const row = JSON.stringify({ name: 'A new one', slug: 'a-new-one' })
  const added = await fetch(`${server.url}/rest/v1/organizations`, { method: 'POST', headers, body: row })
  expect(added.status).toBe(201)
  const file = await fetch(`${server.url}/storage/v1/object/notices/a.pdf`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/pdf' },
    body: '%PDF-1.7\nstartxref\n0\n%%EOF\n',
  })
  expect(file.status).toBe(200)
  expect(server.errors()).not.toMatch(TROUBLE)
  await server.stop()

  const accounts = launch(process.execPath, ['server/admin-command.ts', 'list'], { env: { DATA_DIR: dataDir } })
  expect(await accounts.ended()).toBe(0)
  expect(accounts.output()).toBe(`${account.email}\n`)
  const again = await startServer(dataDir)
  expect(await shownJobs(again)).toBe(25)
  await again.stop()
})

async function sessionOf(url: string, dataDir: string, account: Account): Promise<Record<string, string>> {
  return adminHeaders({ url, dataDir, output: () => `  e-mail  ${account.email}\n  password  ${account.password}\n` })
}

/** @returns the number of rows of every table */
async function rowsOf(dataDir: string): Promise<Record<string, unknown>[]> {
  return query(
    generatedKeys(dataDir) && databaseUrl(dataDir),
    `select relname, (xpath('/row/rows/text()', query_to_xml(format('select count(*) as rows from %s', oid::regclass), false, true, '')))[1]::text as rows
       from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'auth', 'storage', 'push', 'search') order by 1, 2`,
  )
}
