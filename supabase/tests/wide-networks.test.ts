import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createCallCounts } from '#backend/call-counts.ts'
import { createSubscriptionService } from '#backend/push/subscriptions.ts'
import { address, rejectionOf } from './raw-socket.ts'
import { runBackend } from './running-backend.ts'
import { keys, makeDatabase } from './test-database.ts'

const database = await makeDatabase('migrated')
const { sql } = database

/** @returns the responses to calls from different /64 networks of one /48 network */
async function fromNetworks(network: string, calls: number, count: (client: string) => Promise<number>) {
  const waits = []
  for (let number = 0; number < calls; number += 1) waits.push(await count(`${network}:${number.toString(16)}`))
  return waits
}

describe.each([
  [
    'visitors write',
    (client: string) => createCallCounts(sql, 'secret')('newsletter', client, { most: 2, seconds: 60 }),
  ],
  [
    'the push function counts',
    (client: string) =>
      createSubscriptionService(sql, 'secret').countCall('subscribe', client, [{ most: 2, seconds: 60 }]),
  ],
])('calls that %s', (_which, count) => {
  test('a /48 network has sixteen times the calls of an address, and another network is not affected', async () => {
    const waits = await fromNetworks('2001:db8:1', 33, count)
    expect(waits.slice(0, 32)).toEqual(Array(32).fill(0))
    expect(waits[32]).toBeGreaterThan(0)
    expect(await count('2001:db8:2:0')).toBe(0)
    expect(await count('203.0.113.7')).toBe(0)
  })

  test('calls above the limit of an address use up nothing of its network', async () => {
    for (let number = 0; number < 40; number += 1) await count('2001:db8:3:1')
    expect(await count('2001:db8:3:2')).toBe(0)
  })
})

test('a /48 network has sixteen times the realtime connections of an address, and another network is not affected', async () => {
  const { url, backend } = await runBackend(database, { socketsPerAddress: 1 })
  const where = address(url, { apikey: keys.publishableKey })
  const from = (client: string) => new WebSocket(where, { headers: { 'x-client': client } })
  const sockets = Array.from({ length: 16 }, (_, number) => from(`2001:db8:1:${number.toString(16)}`))
  await expect.poll(() => backend.realtime.sockets).toBe(16)
  expect(await rejectionOf(where, { 'x-client': '2001:db8:1:ff' })).toEqual([429, expect.any(String)])
  sockets.push(from('2001:db8:2:1'))
  await expect.poll(() => backend.realtime.sockets).toBe(17)
  sockets[0]?.close()
  await expect.poll(() => backend.realtime.sockets).toBe(16)
  sockets.push(from('2001:db8:1:ff'))
  await expect.poll(() => backend.realtime.sockets).toBe(17)
  for (const socket of sockets) socket.close()
})
