import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { launch } from './command.ts'
import { cleanUp, newFolder, serverOn, shownAccount, shownJobs, signIn, startServer, TROUBLE } from './server.ts'

afterAll(cleanUp)

describe('first start on a folder', () => {
  const dataDir = join(newFolder(), 'data')

  test('the first start shows its progress, the address, and an account that can sign in', async () => {
    const server = await startServer(dataDir)
    const steps = ['Creating the database', 'Database schema', 'Loaded the sample notices', 'password', server.url]
    const positions = steps.map((step) => server.output().lastIndexOf(step))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions).not.toContain(-1)

    const account = shownAccount(server.output())
    expect(account).toEqual({
      email: 'admin@suchana.example',
      password: expect.stringMatching(/^[a-z0-9]{5}(-[a-z0-9]{5}){3}$/),
    })
    expect(server.output()).toContain('This password is shown only once')
    expect(await signIn(server, account!)).toBe(200)
    expect(await signIn(server, { ...account!, password: 'a wrong password' })).toBe(400)
    expect(await shownJobs(server)).toBe(25)
    expect(server.errors()).not.toMatch(TROUBLE)
    expect((statSync(join(dataDir, 'secrets.json')).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(dataDir).mode & 0o007).toString(8)).toBe('0')
    expect(await server.stop()).toBe(0)
  })

  test('later starts show the address alone, without a password', async () => {
    const server = await startServer(dataDir)
    expect(server.output()).toMatch(/^ *\d+\.\d s {2}Suchana is running at http:\/\/localhost:\d+\n$/)
    expect(await shownJobs(server)).toBe(25)
    await server.stop()
  })
})

test('an operator may set the account and start without sample data', async () => {
  const account = { email: 'desk@example.org', password: 'chosen by the operator' }
  const env = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password, SAMPLE_DATA: 'off' }
  const server = await startServer(join(newFolder(), 'data'), { env })
  expect(server.output()).toMatch(/e-mail +desk@example\.org\n +password +as set in ADMIN_PASSWORD\n/)
  expect(server.output()).not.toContain(account.password)
  expect(await signIn(server, account)).toBe(200)
  expect(await shownJobs(server)).toBe(0)
})

test.each([
  ['before anything is done', 'Creating the database'],
  ['after the schema was created', 'Database schema'],
  ['after the sample data was loaded', 'Loaded the sample notices'],
  ['after the password was shown', 'shown only once'],
])('a first start killed %s is completed by the next one', async (_when, message) => {
  const dataDir = join(newFolder(), 'data')
  const killed = launch(process.execPath, ['server/main.ts'], { env: await serverOn(dataDir) })
  await killed.waitForOutput(message)
  await killed.stop('SIGKILL')

  const server = await startServer(dataDir)
  const accounts = [killed, server].flatMap((command) => shownAccount(command.output()) ?? [])
  const statuses = await Promise.all(accounts.map((account) => signIn(server, account)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(await shownJobs(server)).toBe(25)
})
