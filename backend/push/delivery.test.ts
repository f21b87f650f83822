import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { expect, test } from 'vitest'
import { openDeliveries } from './delivery.ts'

test('a failure of the queue is logged although threads fail, and each of them once', async () => {
  const failures: string[] = []
  let isReadable = true
  const query = async () => {
    if (isReadable) return [{ due: 1 }]
    throw new Error('The database is away')
  }
  const deliveries = openDeliveries({
    sql: query as unknown as Sql,
    // Nothing listens there, so that every thread fails.
    databaseUrl: 'postgres://localhost:1/none',
    settings: { vapid: { publicKey: '', privateKey: '', subject: '' }, endpointHosts: [] },
    logFailure: (what) => failures.push(what),
  })
  const threadFailed = 'A delivery thread failed; the next poll starts another one'
  const queueFailed = 'The queue of notifications cannot be read'
  try {
    deliveries.wake()
    await expect.poll(() => failures, { timeout: 30_000 }).toEqual([threadFailed])
    // Further polls succeed, and start further threads that fail.
    for (let poll = 0; poll < 15; poll += 1) {
      deliveries.wake()
      await pause(100)
    }
    expect(failures).toEqual([threadFailed])
    isReadable = false
    // While as many threads as allowed are starting, a poll does nothing.
    const poll = () => {
      deliveries.wake()
      return failures
    }
    await expect.poll(poll, { timeout: 30_000 }).toEqual([threadFailed, queueFailed])
  } finally {
    await deliveries.close()
  }
})
