import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkout, isRunning, launch } from './command.ts'
import { cleanUp, newFolder, postmasterOf, serverOn, shownJobs, startServer } from './server.ts'

afterAll(cleanUp)

const isRoot = process.getuid?.() === 0

test('a data folder that other users may not enter can be used', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o700)
  const server = await startServer(join(folder, 'data'))
  expect(await shownJobs(server)).toBe(25)
  // PostgreSQL does not run as root, and its own user cannot enter the folder: its files are elsewhere then, behind a link.
  expect(lstatSync(join(folder, 'data', 'postgres')).isSymbolicLink()).toBe(isRoot)
  const database = postmasterOf(server.dataDir) ?? 0
  expect(statSync(`/proc/${database}`).uid).not.toBe(0)
  await server.stop()
  expect(isRunning(database)).toBe(false)
})

/** Ordinary users: the current one, or "nobody" when the tests run as root. */
const users = isRoot ? [{ uid: 65_534, gid: 65_534 }] : [undefined]

test.each(users.filter(canReadCheckout))(
  'an ordinary user needs no rights outside of the data folder',
  async (user) => {
    const dataDir = join(newFolder(), 'data')
    mkdirSync(dataDir)
    if (user) chownSync(dataDir, user.uid, user.gid)
    chmodSync(dirname(dataDir), 0o755)
    const server = await startServer(dataDir, user && { user })
    expect(await shownJobs(server)).toBe(25)
    expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(user?.uid ?? process.getuid?.())
    await server.stop()
  },
)

const lacking = [
  ['written', 0o555],
  ['read', 0o333],
  ['entered', 0o666],
] as const

test.each(users.filter(canReadCheckout).flatMap((user) => lacking.map(([right, mode]) => ({ user, right, mode }))))(
  'a data folder that may not be $right ends the start with one sentence',
  async ({ user, mode }) => {
    const dataDir = join(newFolder(), 'data')
    mkdirSync(dataDir)
    chmodSync(dataDir, mode)
    const server = launch(process.execPath, ['server/main.ts'], { env: await serverOn(dataDir), ...(user && { user }) })
    expect(await server.ended()).toBe(1)
    expect(server.errors()).toMatch(/^The folder .*data \(DATA_DIR\) cannot be used \(EACCES: .*\)\.\n$/)
  },
)

/** false when root runs the tests in a checkout that other users cannot read. */
function canReadCheckout(user: { uid: number; gid: number } | undefined): boolean {
  return !user || spawnSync('test', ['-r', join(checkout, 'package.json')], { ...user, cwd: '/' }).status === 0
}
