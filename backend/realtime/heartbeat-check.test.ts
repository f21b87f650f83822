import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import { createSweep } from './heartbeat-check.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Client {
  said: number
  read: number
  expiresAt?: number
  sessionId?: string
}

/** What a sweep does with a client that is in this state. */
async function sweep(client: Client, living: string[] | Error = []): Promise<string[]> {
  const done: string[] = []
  const { said, read, expiresAt = null, sessionId = null } = client
  const channel = { identity: { expiresAt, sessionId }, end: (why: string) => done.push(`channel ends: ${why}`) }
  const connection = {
    silence: () => ({ said, read }),
    close: (code: number, why: string) => done.push(`closed ${code}: ${why}`),
    terminate: () => done.push('cut off'),
    channels: new Map([['realtime:jobs', channel as unknown as Channel]]),
  }
  const credentials = {
    living: () => (living instanceof Error ? Promise.reject(living) : Promise.resolve(new Set(living))),
    ofKey: () => null,
    ofToken: () => Promise.reject(new Error('nobody asks')),
  }
  const stop = createSweep(new Set([connection as unknown as Connection]), credentials)
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  await vi.advanceTimersByTimeAsync(5_000)
  return done
}

const here = { said: 100, read: 100 }

test.each([
  ['a client that is there', here, []],
  ['a client before its second heartbeat is late', { said: 59_000, read: 100 }, []],
  ['a client without heartbeats', { said: 60_500, read: 100 }, ['closed 1001: No heartbeat']],
  ['a client that reads slowly', { said: 100, read: 9_000 }, []],
  ['a client that does not read', { said: 100, read: 10_500 }, ['cut off']],
])('%s', async (_who, client, done) => {
  expect(await sweep(client)).toEqual(done)
})

test.each([
  ['a token that is good', { expiresAt: 2_000 }, []],
  ['a token that has expired', { expiresAt: 1_000 }, ['channel ends: Token has expired 1 seconds ago']],
  ['a session that lives', { expiresAt: 2_000, sessionId: 'here' }, []],
  [
    'a session that is over',
    { expiresAt: 2_000, sessionId: 'gone' },
    ['channel ends: The session of this token has ended'],
  ],
])('%s', async (_what, identity, done) => {
  expect(await sweep({ ...here, ...identity }, ['here'])).toEqual(done)
})

test('a database that is away ends nothing', async () => {
  expect(await sweep({ ...here, expiresAt: 2_000, sessionId: 'here' }, new Error('away'))).toEqual([])
})
