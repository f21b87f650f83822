import { expect, test } from 'vitest'
import { createClientCounts, networksOf } from './client-networks.ts'

test.each([
  ['2001:db8:1:2', ['2001:db8:1:2', '2001:db8:1']],
  ['2001:db8:0:0', ['2001:db8:0:0', '2001:db8:0']],
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['::ffff:203.0.113.7']],
  ['', ['']],
  ['https://push.example/1:2:3:4', ['https://push.example/1:2:3:4']],
])('limits count %j as %j', (client, networks) => {
  expect(networksOf(client).map(({ name }) => name)).toEqual(networks)
})

test('a /48 network may have sixteen times as many open as one of its /64 networks', () => {
  const counts = createClientCounts(2)
  const endings = Array.from({ length: 32 }, (_, number) => counts.add(`2001:db8:1:${number >> 1}`))
  expect(counts.isFull('2001:db8:1:99')).toBe(true)
  expect(counts.isFull('2001:db8:2:1')).toBe(false)
  endings[0]?.()
  expect(counts.isFull('2001:db8:1:99')).toBe(false)
  expect(counts.isFull('2001:db8:1:0')).toBe(false)
  expect(counts.isFull('2001:db8:1:1')).toBe(true)
})
