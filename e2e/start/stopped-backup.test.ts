import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBackup, startBackup } from './backup-command.ts'
import type { Command } from './command.ts'
import { during, PREPARATION, untilHeldUp } from './held-up.ts'
import { preparedFolder } from './prepared-folder.ts'
import { cleanUp, databaseUrl, newFolder, query, startServer, type Server } from './server.ts'
import { sharedSettings } from './several-servers.ts'

const folder = newFolder()
const backup = join(folder, 'backup')
const NOTHING_RESTORED = 'Stopped: nothing was restored.\n'

/** A portal in use, which goes on running. */
let server: Server

beforeAll(async () => {
  server = await startServer(preparedFolder('sample notices'))
  const { code, errors } = await runBackup('backup', { DATA_DIR: server.dataDir }, backup)
  if (code !== 0) throw new Error(`The backup failed: ${errors}`)
})
afterAll(cleanUp)

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a backup that is held up by a lock ends on %s, and leaves nothing',
  async (signal) => {
    const place = newFolder()
    const address = databaseUrl(server.dataDir)
    await during(address, 'lock table public.jobs in access exclusive mode', async () => {
      const program = startBackup('backup', { DATA_DIR: server.dataDir }, join(place, 'backup'))
      await untilHeldUp(address)
      expect(await program.stop(signal)).toBe(130)
      expect([program.output(), program.errors()]).toEqual(['', 'Stopped: nothing was saved.\n'])
    })
    expect(readdirSync(place)).toEqual([])
  },
)

test('a restore that waits for another one of the same database ends when it is stopped', async () => {
  await query(databaseUrl(server.dataDir, 'postgres'), 'create database awaited')
  const address = databaseUrl(server.dataDir, 'awaited')
  const env = { ...sharedSettings(server, address), DATA_DIR: join(newFolder(), 'data') }
  await during(address, PREPARATION, async () => {
    const program = startBackup('restore', env, backup)
    await untilHeldUp(address)
    expect(await program.stop()).toBe(130)
    expect([program.output(), program.errors()]).toEqual(['', NOTHING_RESTORED])
  })
  expect(await runBackup('restore', env, backup)).toMatchObject({ code: 0, errors: '' })
})

test('a restore that is stopped while it creates tables ends, even if they are created then', async () => {
  await query(databaseUrl(server.dataDir, 'postgres'), 'create database held_up')
  const address = databaseUrl(server.dataDir, 'held_up')
  const env = { ...sharedSettings(server, address), DATA_DIR: join(newFolder(), 'data') }
  let stopped: { program: Command; code: ReturnType<Command['stop']> } | undefined
  await during(address, 'lock table pg_catalog.pg_class in share row exclusive mode', async () => {
    const program = startBackup('restore', env, backup)
    await untilHeldUp(address)
    stopped = { program, code: program.stop() }
  })
  expect(await stopped?.code).toBe(130)
  expect(stopped?.program.errors()).toBe(NOTHING_RESTORED)
})

test('a restore that is stopped before there is a database says so and can be repeated', async () => {
  const dataDir = join(newFolder(), 'data')
  const program = startBackup('restore', { DATA_DIR: dataDir }, backup)
  await expect.poll(() => existsSync(dataDir), { interval: 5 }).toBe(true)
  expect(await program.stop('SIGTERM')).toBe(130)
  expect([program.output(), program.errors()]).toEqual(['', NOTHING_RESTORED])
  expect(await runBackup('restore', { DATA_DIR: dataDir }, backup)).toMatchObject({ code: 0 })
})

test('a restore that is stopped says so and can be repeated', async () => {
  const dataDir = join(newFolder(), 'data')
  const program = startBackup('restore', { DATA_DIR: dataDir }, backup)
  // The keys are copied before the schema is created.
  await expect.poll(() => existsSync(join(dataDir, 'secrets.json')), { interval: 5 }).toBe(true)
  expect(await program.stop('SIGTERM')).toBe(130)
  expect([program.output(), program.errors()]).toEqual(['', NOTHING_RESTORED])
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false)
  expect(await runBackup('restore', { DATA_DIR: dataDir }, backup)).toMatchObject({ code: 0 })
})

test('a restore that is stopped when its rows are stored says so, and leaves the keys for the start', async () => {
  const dataDir = join(newFolder(), 'data')
  const program = startBackup('restore', { DATA_DIR: dataDir }, backup)
  await expect.poll(() => existsSync(join(dataDir, 'secrets.json')), { interval: 5 }).toBe(true)
  const address = databaseUrl(dataDir)
  const accounts = () => query(address, 'select from auth.users').catch(() => [])
  await expect.poll(async () => (await accounts()).length, { interval: 1 }).toBeGreaterThan(0)
  expect(await program.stop('SIGTERM')).toBe(130)
  expect(program.errors()).toBe('Stopped: the rows were restored, and npm start does the rest.\n')
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(true)
})
