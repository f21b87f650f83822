import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import { startHeartbeatCheck } from './heartbeat-check.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Client {
  received: number
  drained: number
  expiresAt?: number
  sessionId?: string
}

/** @returns what one heartbeat check does with a client in this state */
async function check(client: Client, active: string[] | Error = []): Promise<string[]> {
  const done: string[] = []
  const { received, drained, expiresAt = null, sessionId = null } = client
  const channel = { identity: { expiresAt, sessionId }, end: (why: string) => done.push(`channel ends: ${why}`) }
  const connection = {
    idleTimes: () => ({ received, drained }),
    close: (code: number, why: string) => done.push(`closed ${code}: ${why}`),
    terminate: () => done.push('terminated'),
    channels: new Map([['realtime:jobs', channel as unknown as Channel]]),
  }
  const credentials = {
    activeSessions: () => (active instanceof Error ? Promise.reject(active) : Promise.resolve(new Set(active))),
    ofKey: () => null,
    ofToken: () => Promise.reject(new Error('not called')),
  }
  const stop = startHeartbeatCheck(new Set([connection as unknown as Connection]), credentials)
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  await vi.advanceTimersByTimeAsync(5_000)
  return done
}

const active = { received: 100, drained: 100 }

test.each([
  ['an active client stays connected', active, []],
  ['a client without a message for 59 seconds stays connected', { received: 59_000, drained: 100 }, []],
  [
    'a client without a message for a minute is closed',
    { received: 60_500, drained: 100 },
    ['closed 1001: No heartbeat'],
  ],
  ['a client that reads slowly stays connected', { received: 100, drained: 9_000 }, []],
  ['a client that does not read for ten seconds is terminated', { received: 100, drained: 10_500 }, ['terminated']],
])('%s', async (_who, client, done) => {
  expect(await check(client)).toEqual(done)
})

test.each([
  ['a channel with a valid token stays open', { expiresAt: 2_000 }, []],
  ['a channel with an expired token ends', { expiresAt: 1_000 }, ['channel ends: Token has expired 1 seconds ago']],
  ['a channel with an active session stays open', { expiresAt: 2_000, sessionId: 'here' }, []],
  [
    'a channel whose session is over ends',
    { expiresAt: 2_000, sessionId: 'gone' },
    ['channel ends: The session of this token has ended'],
  ],
])('%s', async (_what, identity, done) => {
  expect(await check({ ...active, ...identity }, ['here'])).toEqual(done)
})

test('channels stay open while the database cannot be reached', async () => {
  expect(await check({ ...active, expiresAt: 2_000, sessionId: 'here' }, new Error('away'))).toEqual([])
})
