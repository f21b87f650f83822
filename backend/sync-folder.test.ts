import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { syncFolder } from './sync-folder.ts'

// The file system of processes is one that cannot do it.
test.each([tmpdir(), '/proc'])('the folder %s is written to the disk if that is possible', async (folder) => {
  await expect(syncFolder(folder)).resolves.toBeUndefined()
})

test('a folder that does not exist is an error', async () => {
  await expect(syncFolder('/proc/none')).rejects.toThrow('ENOENT')
})
