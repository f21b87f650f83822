import { expect, test, vi } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { reachEmbeddedDatabase } from './reach.ts'
import { databaseFolder, query } from './test-folder.ts'

const tested = databaseFolder({ hasCluster: true })

test('a clock that is set while a command waits for a server does not end the wait', async () => {
  const lock = await lockFolder(tested.dataDir)
  let hours = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (hours += 1) * 3_600_000)
  const { signal } = new AbortController()
  // It is asked between two attempts.
  vi.spyOn(signal, 'throwIfAborted').mockImplementationOnce(lock.release)
  try {
    const database = await reachEmbeddedDatabase({ dataDir: tested.dataDir, signal })
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.close()
  } finally {
    clock.mockRestore()
    lock.release()
  }
})
