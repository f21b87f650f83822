import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { hasContainers, inContainer, killHard } from './test-folder.ts'

const script = `
  import { lockFolder } from '#backend/embedded-database/folder-lock.ts'
  lockFolder(process.env.FOLDER).then(
    () => { console.log('locked'); setInterval(() => {}, 1000) },
    (error) => { console.log(error.message) })`

let parent: string
let folder: string
let holders: ChildProcess[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'suchana-lock-'))
  folder = join(parent, 'data')
  mkdirSync(folder)
})
afterEach(async () => {
  await Promise.all(holders.map(killHard))
  holders = []
  rmSync(parent, { recursive: true, force: true })
})

/** @returns what a process that locks the folder says */
async function lockElsewhere(...prefix: string[]): Promise<{ holder: ChildProcess; said: string }> {
  const [program, ...args] = [...prefix, process.execPath, '--input-type=module', '-e', script]
  const holder = spawn(program, args, { env: { ...process.env, FOLDER: folder }, stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  const [said] = (await once(createInterface(holder.stdout), 'line')) as [string]
  return { holder, said }
}

const sentence = () =>
  `Another server, backup or restore is running on the folder ${folder}: stop it first or set another DATA_DIR.`

describe.runIf(hasContainers)('processes in different containers', () => {
  test('a folder that is locked in one container cannot be locked in another, nor outside of it', async () => {
    const first = await lockElsewhere(...inContainer)
    expect(first.said).toBe('locked')
    expect((await lockElsewhere(...inContainer)).said).toBe(sentence())
    await expect(lockFolder(folder)).rejects.toThrow(sentence())
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('a folder whose path is long and that only its owner can enter is locked for a container as well', async () => {
    folder = join(parent, 'a'.repeat(100), 'b'.repeat(100))
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o700)
    const { isVisible, release } = await lockFolder(folder)
    expect(isVisible).toBe(true)
    expect((await lockElsewhere(...inContainer)).said).toBe(sentence())
    release()
    expect((await lockElsewhere(...inContainer)).said).toBe('locked')
  })

  test('of many that start at once in containers, at most one locks the folder, and later ones do not', async () => {
    // What killed servers leave behind must not let two go on.
    await killHard((await lockElsewhere()).holder)
    const results = await Promise.all([1, 2, 3, 4].map(() => lockElsewhere(...inContainer)))
    const locked = results.filter(({ said }) => said === 'locked')
    expect(locked.length).toBeLessThanOrEqual(1)
    const { said } = await lockElsewhere(...inContainer)
    expect(said).toBe(locked.length === 1 ? sentence() : 'locked')
  })
})

test('a killed process leaves a file that does not prevent the next lock and is removed by it', async () => {
  const { holder } = await lockElsewhere()
  await killHard(holder)
  const left = readdirSync(folder)
  expect(left).toHaveLength(1)
  const { release } = await lockFolder(folder)
  expect(readdirSync(folder)).toHaveLength(1)
  expect(readdirSync(folder)).not.toEqual(left)
  release()
  release()
  expect(readdirSync(folder)).toEqual([])
})

const nobody = 65_534
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
const hasUsers = spawnSync('setpriv', [...asNobody.slice(1), 'test', '-r', import.meta.filename]).status === 0

describe.runIf(hasUsers)('a folder that servers of two users lock', () => {
  beforeEach(() => {
    chmodSync(parent, 0o755)
    chmodSync(folder, 0o700)
    chownSync(folder, nobody, nobody)
  })

  test('a killed server of root does not prevent that of another user, which sees a running one', async () => {
    const { holder } = await lockElsewhere()
    expect((await lockElsewhere(...asNobody)).said).toBe(sentence())
    const elsewhere = hasContainers ? inContainer : []
    expect((await lockElsewhere(...elsewhere, ...asNobody)).said).toBe(sentence())
    await killHard(holder)
    expect((await lockElsewhere(...asNobody)).said).toBe('locked')
  })

  test('a file that another user cannot examine is named with its owner', async () => {
    await killHard((await lockElsewhere()).holder)
    const path = join(folder, readdirSync(folder)[0] ?? '')
    chmodSync(path, 0o755)
    const { said } = await lockElsewhere(...asNobody)
    expect(said).toBe(
      `The lock ${path} of user 0 cannot be examined: stop the server of that user, or delete this file if there is none, or set another DATA_DIR.`,
    )
    rmSync(path)
    expect((await lockElsewhere(...asNobody)).said).toBe('locked')
  })
})

test('a copied folder is not locked', async () => {
  const { release } = await lockFolder(folder)
  const copy = join(parent, 'copy')
  execFileSync('cp', ['-a', folder, copy])
  const second = await lockFolder(copy)
  second.release()
  release()
  expect(readdirSync(copy)).toEqual([])
})

test('a folder on a file system without sockets is locked for this network namespace only', async () => {
  const lock = await lockFolder('/proc')
  expect(lock.isVisible).toBe(false)
  await expect(lockFolder('/proc')).rejects.toThrow(FolderInUse)
  lock.release()
  const again = await lockFolder('/proc')
  again.release()
})
