import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkout, isRunning } from './command.ts'
import { copyPrepared, preparedFolder } from './prepared-folder.ts'
import {
  type Account,
  cleanUp,
  databaseUrl,
  generatedKeys,
  newFolder,
  postmasterOf,
  preparedAccount,
  query,
  type Server,
  shownAccount,
  signIn,
  startServer,
  TROUBLE,
} from './server.ts'
import { sharedSettings } from './several-servers.ts'

afterAll(cleanUp)

interface Outcome {
  code: number | null
  output: string
  errors: string
}

/** Runs the program of "npm run admin" with the given standard input. */
function adminCommand(env: Record<string, string>, args: string[], input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const command = spawn(process.execPath, ['server/admin-command.ts', ...args], {
      cwd: checkout,
      env: { PATH: process.env['PATH'], ...env },
    })
    const outcome: Outcome = { code: null, output: '', errors: '' }
    command.stdout.on('data', (chunk) => (outcome.output += chunk))
    command.stderr.on('data', (chunk) => (outcome.errors += chunk))
    command.on('close', (code) => resolve({ ...outcome, code }))
    command.stdin.end(input)
  })
}

const done = (output: RegExp | string) => ({ code: 0, output: expect.stringMatching(output), errors: '' })
const rejected = (errors: string) => ({ code: 1, output: '', errors: `${errors}\n` })
const generated = (output: string) => /^ {2}password {2}((?:[a-z0-9]{5}-){3}[a-z0-9]{5})$/m.exec(output)?.[1] ?? ''
const second = { email: 'second@example.org', password: 'a password for the second' }

/** Whether a session has the rights of staff. */
async function isStaff(server: Server, accessToken: string): Promise<boolean> {
  const headers = { apikey: generatedKeys(server.dataDir).publishableKey, authorization: `Bearer ${accessToken}` }
  return (await (await fetch(`${server.url}/rest/v1/rpc/is_admin`, { headers })).json()) === true
}

async function accessToken(server: Server, account: Account): Promise<string> {
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: generatedKeys(server.dataDir).publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

test('npm run admin adds, lists and removes staff and changes passwords while the server runs', async () => {
  const server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  const first = preparedAccount
  const env = { DATA_DIR: server.dataDir }

  expect(await adminCommand(env, ['add', 'Second@Example.org'], `${second.password}\n`)).toEqual(
    done(/^second@example\.org is on the staff now\.\n$/),
  )
  expect(await signIn(server, second)).toBe(200)
  expect(await adminCommand(env, ['add', second.email], 'another password')).toEqual(
    done('already: nothing was changed'),
  )
  expect(await signIn(server, second)).toBe(200)
  expect(await adminCommand(env, ['list'])).toEqual(done(`^${first.email}\n${second.email}\n$`))

  const [here, there] = [await accessToken(server, second), await accessToken(server, first)]
  const changed = await adminCommand(env, ['password', second.email])
  expect(changed).toEqual(done('^second@example.org has a new password, and is signed out everywhere.\n'))
  expect(changed.output.match(/shown only once/g)).toHaveLength(1)
  expect([await isStaff(server, here), await isStaff(server, there)]).toEqual([false, true])
  expect(await signIn(server, second)).toBe(400)
  expect(await signIn(server, { ...second, password: generated(changed.output) })).toBe(200)

  await query(
    databaseUrl(server.dataDir),
    `insert into staff.factors (account, name, secret, verified_at)
       select id, 'Phone', 'x', now() from auth.users where email = '${second.email}'`,
  )
  const session = await accessToken(server, { ...second, password: generated(changed.output) })
  expect(await isStaff(server, session)).toBe(false)
  expect(await adminCommand(env, ['factor', second.email])).toEqual(done('has no second factor any more'))
  expect(await isStaff(server, session)).toBe(true)
  expect(await adminCommand(env, ['factor', second.email])).toEqual(done('nothing was changed'))
  expect(await adminCommand(env, ['remove', second.email])).toEqual(done('is not on the staff any more'))
  expect(await isStaff(server, session)).toBe(false)
  expect(await signIn(server, { ...second, password: generated(changed.output) })).toBe(400)
  const left = await query(
    databaseUrl(server.dataDir),
    `select count(*)::int from auth.users, auth.sessions, auth.identities`,
  )
  expect(left).toEqual([{ count: 1 }])
  expect(server.errors()).not.toMatch(TROUBLE)
  await server.stop()
})

test('npm run admin starts the database of the folder while no server runs, and stops it afterwards', async () => {
  const dataDir = join(newFolder(), 'data')
  const env = { DATA_DIR: dataDir }
  copyPrepared('no notices', dataDir)
  const added = await adminCommand(env, ['add', second.email])
  expect(added).toEqual(done('is on the staff now'))
  expect(postmasterOf(dataDir)).toBe(undefined)
  expect(added.output).not.toContain(readFileSync(join(dataDir, 'postgres', 'superuser-password'), 'utf8'))

  const server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off' } })
  expect(await signIn(server, { ...second, password: generated(added.output) })).toBe(200)
  const database = postmasterOf(dataDir) ?? 0
  await server.stop()
  expect(isRunning(database)).toBe(false)

  expect(await adminCommand(env, ['remove', preparedAccount.email])).toEqual(done('is not on the staff any more'))
  expect(await adminCommand(env, ['remove', second.email])).toEqual(
    rejected(`${second.email} is the last active admin: add another admin first, or repeat this with --force.`),
  )
  expect(await adminCommand(env, ['remove', second.email, '--force'])).toEqual(done('Nobody is left: the next start'))
  const again = await startServer(dataDir)
  expect(await signIn(again, shownAccount(again.output())!)).toBe(200)
  await again.stop()
})

test('concurrent commands do not leave the portal without staff', async () => {
  const server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  const env = { DATA_DIR: server.dataDir }
  const first = preparedAccount
  await adminCommand(env, ['add', second.email], second.password)
  const outcomes = await Promise.all([first, second].map(({ email }) => adminCommand(env, ['remove', email])))
  expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([0, 1]))
  const adding = await Promise.all(
    [1, 2, 3].map(() => adminCommand(env, ['add', 'third@example.org'], 'a password for the third')),
  )
  expect(adding.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(adding.filter(({ output }) => output.includes('is on the staff now'))).toHaveLength(1)
  await server.stop()
})

test('npm run admin works on the database of DATABASE_URL', async () => {
  const server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  const secrets = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8'))
  const env = {
    DATABASE_URL: databaseUrl(server.dataDir),
    SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
    SUPABASE_SECRET_KEY: secrets.secretKey,
    SUPABASE_JWT_SECRET: secrets.jwtSecret,
    VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
  }
  expect(await adminCommand(env, ['add', second.email], second.password)).toEqual(done('is on the staff now'))
  expect(await signIn(server, second)).toBe(200)
  const away = await adminCommand({ ...env, DATABASE_URL: 'postgres://portal:hunter2@127.0.0.1:9/portal' }, ['list'])
  expect(away).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^The database of DATABASE_URL cannot be reached.*\.\n$/),
  })
  expect(away.errors).not.toContain('hunter2')
  await server.stop()
})

test('a command with a wrong DATA_DIR, or on an empty database, ends with one sentence and creates nothing', async () => {
  const dataDir = join(newFolder(), 'typo')
  const noPortal = rejected(
    `There is no portal in ${dataDir}: set DATA_DIR to the folder of its data, or start the server, which creates one.`,
  )
  expect(await adminCommand({ DATA_DIR: dataDir }, ['list'])).toEqual(noPortal)
  expect(await adminCommand({ DATA_DIR: dataDir }, ['add', second.email], second.password)).toEqual(noPortal)
  expect(existsSync(dataDir)).toBe(false)

  const server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  await query(databaseUrl(server.dataDir), 'create database other')
  const env = sharedSettings(server, databaseUrl(server.dataDir, 'other'))
  expect(await adminCommand(env, ['list'])).toEqual(
    rejected(
      'There is no portal in the database: set DATA_DIR or DATABASE_URL as for the server, or start the server, which creates one.',
    ),
  )
  const schemas = await query(databaseUrl(server.dataDir, 'other'), `select from pg_namespace where nspname = 'auth'`)
  expect(schemas).toEqual([])
  await server.stop()
})

test('a command of a newer version does not upgrade the schema, and says who does', async () => {
  const dataDir = preparedFolder('no notices')
  const server = await startServer(dataDir, { env: { SAMPLE_DATA: 'off' } })
  const records = 'select version from supabase_migrations.schema_migrations order by 1'
  const before = await query(databaseUrl(dataDir), records)
  await query(
    databaseUrl(dataDir),
    `delete from supabase_migrations.schema_migrations where version = '${String(before.at(-1)?.['version'])}'`,
  )
  expect(await adminCommand({ DATA_DIR: dataDir }, ['list'])).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(
      /^The schema of the database is older than this version of Suchana \(it lacks \d{14}_\w+\): start the server of this version first, which upgrades it\.\n$/,
    ),
  })
  expect(await query(databaseUrl(dataDir), records)).toEqual(before.slice(0, -1))
  await server.stop()
})

test('an existing account becomes staff without a new password', async () => {
  const server = await startServer(preparedFolder('no notices'), { env: { SAMPLE_DATA: 'off' } })
  const env = { DATA_DIR: server.dataDir }
  await adminCommand(env, ['add', second.email], second.password)
  await query(
    databaseUrl(server.dataDir),
    `delete from profiles where id = (select id from auth.users where email = '${second.email}')`,
  )
  expect(await adminCommand(env, ['remove', second.email])).toMatchObject({ code: 1 })
  const session = await accessToken(server, second)
  expect(await isStaff(server, session)).toBe(false)
  expect(await adminCommand(env, ['add', second.email], 'another password')).toEqual(
    done('with the password that the account had'),
  )
  expect([await isStaff(server, session), await signIn(server, second)]).toEqual([true, 200])
  await server.stop()
})

describe('an invalid staff command changes nothing and creates no database', () => {
  const folder = newFolder()
  const env = { DATA_DIR: join(folder, 'data') }

  test.each([
    [['add', 'nobody'], '"nobody" is not an e-mail address.', 'a long password'],
    [['add', 'a@b.example'], 'A password is a text of at least 10 characters and at most 72 bytes.', 'short'],
    [
      ['password', 'a@b.example'],
      'A password is a text of at least 10 characters and at most 72 bytes.',
      'भ'.repeat(25),
    ],
  ])('a staff command with invalid values is rejected: %j', async (args, sentence, input) => {
    expect(await adminCommand(env, args, input)).toEqual(rejected(sentence))
    expect(postmasterOf(env.DATA_DIR)).toBe(undefined)
  })

  test.each([
    ['promote', 'a@b.example'],
    ['add'],
    ['add', 'a@b.example', 'c@d.example'],
    ['remove'],
    ['add', 'a@b.example', '--force'],
    ['list', 'all'],
    ['--everything'],
  ])('a staff command with invalid arguments shows its usage: %s %s', async (...args) => {
    const { code, output, errors } = await adminCommand(env, args)
    expect([code, output]).toEqual([2, ''])
    expect(errors).toContain('npm run admin -- add EMAIL')
  })

  test.each([[[]], [['--help']]])('the staff command shows its usage: %j', async (args) => {
    const { code, output } = await adminCommand(env, args)
    expect([code, output]).toEqual([0, expect.stringContaining('npm run admin -- add EMAIL')])
  })

  test('the staff command with an invalid setting ends with one sentence', async () => {
    expect(await adminCommand({ ...env, PORT: 'x' }, ['list'])).toEqual(
      rejected('PORT is "x": it must be a whole number from 1 to 65535.'),
    )
  })
})
