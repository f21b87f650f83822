import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { syncFolder } from './sync-folder.ts'

/** User id without any rights of its own, on every Linux. */
const ORDINARY_USER = 65_534

// The file system of processes is one that cannot do it.
test.each([tmpdir(), '/proc'])('the folder %s is written to the disk if that is possible', async (folder) => {
  await expect(syncFolder(folder)).resolves.toBeUndefined()
})

test('a folder that may be written but not read is left alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suchana-sync-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, ORDINARY_USER, ORDINARY_USER)
  chmodSync(folder, 0o300)
  if (isRoot) process.seteuid?.(ORDINARY_USER)
  try {
    await expect(open(folder)).rejects.toThrow('EACCES')
    await expect(syncFolder(folder)).resolves.toBeUndefined()
  } finally {
    if (isRoot) process.seteuid?.(0)
    rmSync(folder, { recursive: true })
  }
})

test('a folder that does not exist is an error', async () => {
  await expect(syncFolder('/proc/none')).rejects.toThrow('ENOENT')
})
